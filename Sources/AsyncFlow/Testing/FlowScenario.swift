import Foundation
import NavigationRuntime

/// Runs a flow in a real coordinator on the headless platform, and requires that every event is
/// expected.
///
/// ```swift
/// let scenario = FlowScenario {
///   let location = $0.location(SourceLocation.init(fileID:filePath:line:column:))
///   Issue.record("\($0)", sourceLocation: location)
/// }
/// await scenario.start(flow, with: OneStepper(.movieList))
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
/// Each event is a line: `step:` for a handled step, `tree:` for a change on screen with its cause,
/// and the description of every ``FlowEvent`` except those around a handled step.
///
/// A scenario that is released without `finish` requires that no step waits, no issue was reported,
/// no request was made for which UIKit raises an exception, and no timer is pending. If `expect`
/// was called, it also requires that all later events were expected.
///
/// With ``isExhaustive`` off, `expect` names the events that matter, and skips the others.
///
/// A call waits until everything has settled, and fails after a timeout: real time, counted only
/// while the main actor is free. It also fails if the test is cancelled. Either failure names the
/// running work. It does not wait for work that sleeps on ``clock``; the test
/// advances the clock.
@MainActor
public final class FlowScenario {
  /// Called with each failure.
  public typealias FailureHandler = @MainActor (TestFailure) -> Void

  /// The scenario's clock; stands still until the test advances it.
  public let clock = ManualNavigationClock()
  /// The scenario's context.
  public let context: NavigationContext
  /// The flow's coordinator.
  public let coordinator: FlowCoordinator
  /// The flow's window.
  public let window: HeadlessWindow

  /// Whether every event must be expected; `true` by default.
  ///
  /// If `false`, ``expect(_:fileID:filePath:line:column:)`` skips events between the expected ones,
  /// and the end requires only that no issue was reported and no request was made for which UIKit
  /// raises an exception.
  public var isExhaustive = true
  /// Called with the text of the events and leftovers that a call has skipped because the scenario
  /// is not exhaustive; `nil` by default.
  public var onSkippedAssertion: FailureHandler?

  private var lines: [String] = []
  private var names: [String: String] = [:]
  private var issues: [NavigationIssue] = []
  /// The requests for which UIKit raises an exception.
  private var exceptions: [HeadlessReport] = []
  /// Whether a flow's root is being made the root of the window, which is no event of the flow.
  private var isReplacingRoot = false
  /// Whether the test has called `expect`, and has not called `finish` since.
  private var isAccounting = false
  /// The leftovers that a failure has reported.
  private var reported: Set<String> = []
  private let location: CallLocation
  private var subscriptions: Set<Cancellation> = []
  private let onFailure: FailureHandler
  private let store: NavigationStore

  /// Makes a scenario with an empty window.
  ///
  /// - Parameters:
  ///   - fileID: The file of a final failure, if the scenario is released without `finish`.
  ///   - filePath: The path of that file.
  ///   - line: The line of a final failure.
  ///   - column: The column of a final failure.
  ///   - onFailure: Called with each failure; a test records it.
  public init(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, onFailure: @escaping FailureHandler
  ) {
    self.onFailure = onFailure
    location = CallLocation(fileID, filePath, line, column)
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
      guard let self, !isReplacingRoot else { return }
      lines.append("tree: \(text(of: $0.change)) (\($0.cause))")
    }.store(in: &subscriptions)
    coordinator.onEvent { [weak self] in self?.note($0) }.store(in: &subscriptions)
  }

  deinit {
    onMainActor {
      [
        onFailure, location, lines = isAccounting ? lines : [], exceptions, issues, reported, clock,
        context, coordinator, isExhaustive
      ] in
      var left = Self.faults(exceptions, issues)
      if isExhaustive { left = Self.leftovers(lines, clock, in: context) + left }
      left.removeAll(where: reported.contains)
      // Retains the flows until their waits have been listed.
      withExtendedLifetime(coordinator) {}
      if !left.isEmpty { onFailure(location.failure(Self.text(ofLeft: left))) }
    }
  }

  /// The tree of screens in the window.
  public var tree: NavigationTree { store.tree }

  /// Makes a flow's root the root of the window, starts the flow, and waits until everything has
  /// settled.
  ///
  /// The root replaces that of an earlier flow, which ends.
  ///
  /// - Parameters:
  ///   - flow: The flow. If its root is a headless controller, that becomes the window's root
  ///     before the first step. A controller of UIKit's or AppKit's, which the window cannot show,
  ///     is a failure.
  ///   - stepper: The emitter of its steps.
  ///   - seconds: The timeout: real time, counted only while the main actor is free.
  ///   - fileID: The file of a failure.
  ///   - filePath: The path of that file.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func start(
    _ flow: some Flow, with stepper: some Stepper, within seconds: TimeInterval = 10,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await begin(flow, with: stepper, within: seconds, CallLocation(fileID, filePath, line, column))
  }

  /// Makes a flow's root the root of the window, starts the flow with one step, and waits until
  /// everything has settled.
  ///
  /// Allows `OneStepper(.movieList)` without the type of the step.
  ///
  /// - Parameters:
  ///   - flow: The flow. If its root is a headless controller, that becomes the window's root
  ///     before the first step. A controller of UIKit's or AppKit's, which the window cannot show,
  ///     is a failure.
  ///   - stepper: The stepper of its first step.
  ///   - seconds: The timeout: real time, counted only while the main actor is free.
  ///   - fileID: The file of a failure.
  ///   - filePath: The path of that file.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func start<F: Flow>(
    _ flow: F, with stepper: OneStepper<F.StepType>, within seconds: TimeInterval = 10,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await begin(flow, with: stepper, within: seconds, CallLocation(fileID, filePath, line, column))
  }

  private func begin(
    _ flow: some Flow, with stepper: some Stepper, within seconds: TimeInterval,
    _ location: CallLocation
  ) async {
    // First: the end of an earlier flow, whose root is replaced, would complete the coordinator.
    coordinator.coordinate(flow: flow, with: stepper)
    show(flow, location)
    await settle(within: seconds, "start", location)
  }

  private func show(_ flow: some Flow, _ location: CallLocation) {
    switch flow.root.navigationContainer {
    case let root as HeadlessViewController:
      isReplacingRoot = true
      window.rootViewController = root
      isReplacingRoot = false
    // A window that the test shows itself, or a double that has no screen.
    case is HeadlessWindow, nil: break
    case let root?:
      onFailure(
        location.failure(
          """
          start: the root of \(type(of: flow)) is a \(type(of: root)), which a headless window \
          cannot show, so the flow has no screen here. Build the flow with headless controllers, or \
          test it in a window of its platform, with a FlowCoordinator.
          """))
    }
  }

  /// Performs an action of a stepper or the user, and waits until everything has settled.
  ///
  /// - Parameters:
  ///   - seconds: The timeout: real time, counted only while the main actor is free.
  ///   - fileID: The file of a failure.
  ///   - filePath: The path of that file.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  ///   - action: The action; called once, at once.
  /// - Throws: The error of the action; the scenario then does not wait.
  public func act(
    within seconds: TimeInterval = 10,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ action: @MainActor () throws -> Void
  ) async rethrows {
    try action()
    await settle(within: seconds, "act", CallLocation(fileID, filePath, line, column))
  }

  /// Delivers a step to every flow, and waits until everything has settled.
  ///
  /// - Parameters:
  ///   - step: The step; a `NoneStep` reaches no flow.
  ///   - seconds: The timeout: real time, counted only while the main actor is free.
  ///   - fileID: The file of a failure.
  ///   - filePath: The path of that file.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  /// - Returns: The outcomes; without those of flows whose handler still waits, for the user for
  ///   example.
  @discardableResult
  public func navigate(
    to step: any Step, within seconds: TimeInterval = 10,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async -> NavigationReceipt {
    let call = StepCall(step)
    if !step.isNone { coordinator.engine.begin(call, .broadcast) }
    await settle(within: seconds, "navigate", CallLocation(fileID, filePath, line, column))
    return call.currentReceipt
  }

  private func settle(within seconds: TimeInterval, _ call: String, _ location: CallLocation) async
  {
    do {
      try await context.settled(within: seconds)
    } catch {
      // The failure names them.
      reported.formUnion(Self.unsettled(in: context))
      onFailure(
        location.failure("\(call): \(error is CancellationError ? cancellation : "\(error)")"))
    }
  }

  /// The text of a wait that ended with the task of the test.
  private var cancellation: String {
    let running = context.activity.running.map { "\($0)" }.joined(separator: ", ")
    return "the test was cancelled" + (running.isEmpty ? "." : "; running: \(running).")
  }

  /// Requires that the events since the last call are exactly these.
  ///
  /// A scenario that is not exhaustive requires that they are among the events, in this order. The
  /// events before the last of them are skipped; the later ones remain for the next call.
  ///
  /// - Parameters:
  ///   - expected: The lines, in order.
  ///   - fileID: The file of a failure.
  ///   - filePath: The path of that file.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func expect(
    _ expected: String..., fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    let location = CallLocation(fileID, filePath, line, column)
    isAccounting = true
    guard isExhaustive else { return expectAmong(expected, location) }
    let actual = lines.takeAll()
    guard actual != expected else { return }
    let difference = LineDifference.lines(expected: expected, actual: actual)
      .map { "\n\($0.mark) \($0.line)" }.joined()
    onFailure(
      location.failure("The events are not as expected.\n(− expected, + actual)\(difference)"))
  }

  /// Requires that the expected events are among the actual ones, in order.
  private func expectAmong(_ expected: [String], _ location: CallLocation) {
    var rest = lines[...]
    var skipped: [String] = []
    for line in expected {
      guard let index = rest.firstIndex(of: line) else {
        let actual = rest.map { "\n  \($0)" }.joined()
        return onFailure(
          location.failure(
            "Expected, but missing: \(line)\nThe remaining events:\(actual.isEmpty ? " none" : actual)"
          ))
      }
      skipped += rest[..<index]
      rest = rest[(index + 1)...]
    }
    lines = Array(rest)
    skip(skipped, location)
  }

  private func skip(_ skipped: [String], _ location: CallLocation) {
    guard !skipped.isEmpty else { return }
    onSkippedAssertion?(location.failure("Skipped:" + skipped.map { "\n  \($0)" }.joined()))
  }

  /// Requires that nothing is left: no unexpected event, no waiting step, no issue, no request for
  /// which UIKit raises an exception, no timer.
  ///
  /// - Parameters:
  ///   - fileID: The file of a failure.
  ///   - filePath: The path of that file.
  ///   - line: The line of a failure.
  ///   - column: The column of a failure.
  public func finish(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    let location = CallLocation(fileID, filePath, line, column)
    let leftovers = Self.leftovers(lines, clock, in: context)
    var left = Self.faults(exceptions, issues)
    if isExhaustive { left = leftovers + left } else { skip(leftovers, location) }
    left.removeAll(where: reported.contains)
    isAccounting = false
    lines = []
    exceptions = []
    issues = []
    reported.formUnion(left)
    guard !left.isEmpty else { return }
    onFailure(location.failure(Self.text(ofLeft: left)))
  }

  private static func text(ofLeft left: [String]) -> String {
    "Something is left at the end.\n" + left.joined(separator: "\n")
  }

  /// Returns a line for each event that was not expected, and for everything that still runs or
  /// waits.
  private static func leftovers(
    _ lines: [String], _ clock: ManualNavigationClock, in context: NavigationContext
  ) -> [String] {
    var left = lines.map { "not expected: \($0)" }
    left += unsettled(in: context)
    left += context.activity.waiting.map { "still waits: \($0)" }
    if let next = clock.timeToNextSleeper {
      let count = clock.sleeperCount
      left.append(
        count == 1
          ? "1 timer is pending, due in \(next) s"
          : "\(count) timers are pending, the next one in \(next) s")
    }
    return left
  }

  /// Returns a line for everything that still runs.
  private static func unsettled(in context: NavigationContext) -> [String] {
    context.activity.running.map { "still runs: \($0)" }
  }

  /// Returns a line for each fault that fails in every mode.
  private static func faults(
    _ exceptions: [HeadlessReport], _ issues: [NavigationIssue]
  ) -> [String] {
    exceptions.map { "UIKit raises an exception: \($0.text)" }
      + issues.map { "was reported: \($0.fact) \($0.advice)" }
  }

  private func note(_ event: FlowEvent) {
    switch event {
    case .willNavigate, .didSettle: break
    case .didNavigate(let event): lines.append("step: \(event)")
    case .notHandled, .started, .ready, .ended, .linkEnded, .journeyEnded, .completed:
      lines.append(event.description)
    }
  }

  /// Returns a change's text with names in place of identifiers, which differ from run to run.
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
      // A name that already precedes the identifier is not repeated.
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
