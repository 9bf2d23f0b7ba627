import Foundation
import NavigationRuntime

/// Runs a flow in a real coordinator on the headless platform, and demands that everything that
/// happens is accounted for.
///
/// ```swift
/// let scenario = FlowScenario {
///   let place = $0.location(SourceLocation.init(fileID:filePath:line:column:))
///   Issue.record("\($0)", sourceLocation: place)
/// }
/// await scenario.start(flow, with: OneStepper(MovieStep.movieList))
/// scenario.expect(
///   "started: MovieFlow",
///   "tree: pushed screen MovieList onto Movies (AsyncFlow: MovieFlow → movieList)",
///   "step: MovieFlow → movieList",
///   "ready: MovieFlow")
/// await scenario.act { viewModel.movieTapped(id: 1) }
/// …
/// scenario.finish()
/// ```
///
/// What happened is told in lines: `step:` for a handled step, `tree:` for a change on screen with
/// its cause, and every ``FlowEvent`` but those around a handled step.
///
/// A scenario that is released without `finish` demands by itself that no step waits, no issue was
/// reported, nothing was asked of the platform for which UIKit raises an exception, and no timer is
/// pending. If `expect` was called, it also demands that the rest of what happened was expected.
///
/// A call waits until everything has settled, and fails if that takes longer than a test is willing to
/// wait: in real time, counted only while the main actor is free. Work that sleeps on ``clock`` is not
/// waited for; the test moves the clock.
@MainActor
public final class FlowScenario {
  /// Called with each failure.
  public typealias FailureHandler = @MainActor (TestFailure) -> Void

  /// The scenario's clock; it stands still until the test moves it.
  public let clock = ManualNavigationClock()
  /// The scenario's context.
  public let context: NavigationContext
  /// What runs the flow.
  public let coordinator: FlowCoordinator
  /// Where the flow is shown.
  public let window: HeadlessWindow

  private var lines: [String] = []
  private var names: [String: String] = [:]
  private var issues: [NavigationIssue] = []
  /// The requests for which UIKit raises an exception.
  private var exceptions: [HeadlessReport] = []
  /// Whether the test has begun to account for what happens, and has not finished.
  private var isAccounting = false
  /// What a failure has said to be left.
  private var reported: Set<String> = []
  private let place: CallPlace
  private var subscriptions: Set<Cancellation> = []
  private let onFailure: FailureHandler
  private let store: NavigationStore

  /// Makes a scenario with an empty window.
  ///
  /// - Parameters:
  ///   - fileID: Where a failure of the end is shown if the scenario is released without `finish`.
  ///   - filePath: Where a failure of the end is shown.
  ///   - line: Where a failure of the end is shown.
  ///   - column: Where a failure of the end is shown.
  ///   - onFailure: Called with each failure; a test records it.
  public init(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, onFailure: @escaping FailureHandler
  ) {
    self.onFailure = onFailure
    place = CallPlace(fileID, filePath, line, column)
    context = NavigationContext(clock: clock)
    coordinator = FlowCoordinator(context: context)
    let platform = HeadlessPlatform(transitionMode: .immediate)
    window = HeadlessWindow(platform: platform)
    window.makeKeyAndVisible()
    store = context.store(for: window)
    context.issues.handler = { [weak self] in self?.issues.append($0) }
    platform.onReport = { [weak self] report in
      guard report.wouldRaise else { return HeadlessPlatform.writeToStandardError(report) }
      self?.exceptions.append(report)
    }
    store.onChange { [weak self] in
      guard let self else { return }
      lines.append("tree: \(text(of: $0.change)) (\($0.cause))")
    }.store(in: &subscriptions)
    coordinator.onEvent { [weak self] in self?.note($0) }.store(in: &subscriptions)
  }

  deinit {
    onMainActor {
      [
        onFailure, place, lines = isAccounting ? lines : [], exceptions, issues, reported, clock,
        context, coordinator
      ] in
      let left = Self.left(of: lines, exceptions, issues, clock, in: context)
        .filter { !reported.contains($0) }
      // Its flows go after it was asked what they wait for.
      withExtendedLifetime(coordinator) {}
      if !left.isEmpty { onFailure(place.failure(Self.text(ofLeft: left))) }
    }
  }

  /// What is on screen.
  public var tree: NavigationTree { store.tree }

  /// Shows a flow as the window's root, starts it, and waits until everything has settled.
  ///
  /// - Parameters:
  ///   - flow: The flow. If its root is a controller it is put into the window first.
  ///   - stepper: What emits its steps.
  ///   - seconds: How long to wait: real time, counted only while the main actor is free.
  ///   - fileID: Where a failure is shown.
  ///   - filePath: Where a failure is shown.
  ///   - line: Where a failure is shown.
  ///   - column: Where a failure is shown.
  public func start(
    _ flow: some Flow, with stepper: some Stepper, within seconds: TimeInterval = 10,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    if let root = flow.root.navigationContainer as? HeadlessViewController {
      window.rootViewController = root
      lines = []
    }
    coordinator.coordinate(flow: flow, with: stepper)
    await settle(within: seconds, "start", CallPlace(fileID, filePath, line, column))
  }

  /// Does something, as a stepper or as the user, and waits until everything has settled.
  ///
  /// - Parameters:
  ///   - seconds: How long to wait: real time, counted only while the main actor is free.
  ///   - fileID: Where a failure is shown.
  ///   - filePath: Where a failure is shown.
  ///   - line: Where a failure is shown.
  ///   - column: Where a failure is shown.
  ///   - action: What to do.
  public func act(
    within seconds: TimeInterval = 10,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ action: @MainActor () -> Void
  ) async {
    action()
    await settle(within: seconds, "act", CallPlace(fileID, filePath, line, column))
  }

  /// Delivers a step to every flow, and waits until everything has settled.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - seconds: How long to wait: real time, counted only while the main actor is free.
  ///   - fileID: Where a failure is shown.
  ///   - filePath: Where a failure is shown.
  ///   - line: Where a failure is shown.
  ///   - column: Where a failure is shown.
  /// - Returns: The flows that have handled it; without those whose handler still waits, for the user
  ///   for example.
  @discardableResult
  public func navigate(
    to step: any Step, within seconds: TimeInterval = 10,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async -> NavigationReceipt {
    let call = StepCall(step)
    coordinator.engine.begin(call, .broadcast)
    await settle(within: seconds, "navigate", CallPlace(fileID, filePath, line, column))
    return call.receipt
      ?? NavigationReceipt(step: step, deliveries: call.deliveries, refusal: nil)
  }

  private func settle(within seconds: TimeInterval, _ call: String, _ place: CallPlace) async {
    do {
      try await context.settled(within: seconds)
    } catch {
      onFailure(place.failure("\(call): \(error)"))
    }
  }

  /// Demands that this has happened since the last call, and nothing else.
  ///
  /// - Parameters:
  ///   - expected: The lines, in order.
  ///   - fileID: Where a failure is shown.
  ///   - filePath: Where a failure is shown.
  ///   - line: Where a failure is shown.
  ///   - column: Where a failure is shown.
  public func expect(
    _ expected: String..., fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    isAccounting = true
    let actual = lines
    lines = []
    guard actual != expected else { return }
    let place = CallPlace(fileID, filePath, line, column)
    onFailure(
      place.failure(
        "What happened is not what was expected.\n\(difference(of: actual, from: expected))"))
  }

  /// Demands that nothing is left: nothing that was not expected, no step that waits, no issue, no
  /// request for which UIKit raises an exception, no timer.
  ///
  /// - Parameters:
  ///   - fileID: Where a failure is shown.
  ///   - filePath: Where a failure is shown.
  ///   - line: Where a failure is shown.
  ///   - column: Where a failure is shown.
  public func finish(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    let left = Self.left(of: lines, exceptions, issues, clock, in: context)
    isAccounting = false
    lines = []
    exceptions = []
    issues = []
    reported.formUnion(left)
    guard !left.isEmpty else { return }
    onFailure(CallPlace(fileID, filePath, line, column).failure(Self.text(ofLeft: left)))
  }

  private static func text(ofLeft left: [String]) -> String {
    "Something is left at the end.\n" + left.joined(separator: "\n")
  }

  /// What is left at the end, a line each.
  private static func left(
    of lines: [String], _ exceptions: [HeadlessReport], _ issues: [NavigationIssue],
    _ clock: ManualNavigationClock, in context: NavigationContext
  ) -> [String] {
    var left = lines.map { "not accounted for: \($0)" }
    left += exceptions.map { "UIKit raises an exception: \($0.text)" }
    left += context.activity.running.map { "still runs: \($0)" }
    left += context.activity.waiting.map { "still waits: \($0)" }
    left += issues.map { "was reported: \($0.fact)" }
    if let next = clock.timeToNextSleeper {
      left.append("\(clock.sleeperCount) timers are pending, the next one in \(next) s")
    }
    return left
  }

  private func note(_ event: FlowEvent) {
    switch event {
    case .willNavigate, .didSettle: break
    case .didNavigate(let event): lines.append("step: \(event)")
    case .notHandled, .started, .ready, .ended, .linkEnded, .completed:
      lines.append(event.description)
    }
  }

  private func difference(of actual: [String], from expected: [String]) -> String {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in actual.difference(from: expected) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var result = ["(− expected, + happened)"]
    var (old, new) = (0, 0)
    while old < expected.count || new < actual.count {
      if removed.contains(old) {
        result.append("− \(expected[old])")
        old += 1
      } else if inserted.contains(new) {
        result.append("+ \(actual[new])")
        new += 1
      } else {
        result.append("  \(expected[old])")
        (old, new) = (old + 1, new + 1)
      }
    }
    return result.joined(separator: "\n")
  }

  /// A change with names where its own text has identities, which differ from run to run.
  private func text(of change: NavigationTree.Change) -> String {
    noteNames(in: store.tree.root)
    var text = ""
    for word in change.description.split(separator: " ") {
      let number = word.dropFirst().prefix(while: \.isNumber)
      let rest = word.dropFirst(1 + number.count)
      guard word.hasPrefix("#"), let name = names[String(word.prefix(1 + number.count))] else {
        text += " \(word)"
        continue
      }
      // Where the name stands before the identity, once is enough.
      text += text.hasSuffix(" \(name)") ? String(rest) : " \(name)\(rest)"
    }
    return String(text.dropFirst())
  }

  private func noteNames(in node: NavigationTree.Node) {
    names["#\(node.id.rawValue)"] = node.name
    for child in node.children { noteNames(in: child) }
    if let modal = node.modal { noteNames(in: modal) }
  }
}
