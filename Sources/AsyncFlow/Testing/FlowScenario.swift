import NavigationRuntime

/// Runs a flow in a real coordinator on the headless platform, and demands that everything that
/// happens is accounted for.
///
/// ```swift
/// let scenario = FlowScenario { message, _, _ in Issue.record("\(message)") }
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
/// its cause, and every ``FlowEvent`` but those around a handled step. A scenario that was asked what
/// happened, and is released without ``finish(fileID:line:)``, checks the same by itself.
@MainActor
public final class FlowScenario {
  /// Hears of a failure: a text, and the file and line of the call that found it.
  public typealias FailureHandler = @MainActor (String, String, UInt) -> Void

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
  /// Whether somebody has begun to account for what happens, and has not finished.
  private var isAccounting = false
  private let place: (fileID: String, line: UInt)
  private var subscriptions: Set<Cancellation> = []
  private let onFailure: FailureHandler
  private let store: NavigationStore

  /// Makes a scenario with an empty window.
  ///
  /// - Parameters:
  ///   - fileID: Where a failure of the end is shown if nobody finishes the scenario.
  ///   - line: Where a failure of the end is shown if nobody finishes the scenario.
  ///   - onFailure: Called with each failure; a test records it.
  public init(
    fileID: String = #fileID, line: UInt = #line, onFailure: @escaping FailureHandler
  ) {
    self.onFailure = onFailure
    place = (fileID, line)
    context = NavigationContext(clock: clock)
    coordinator = FlowCoordinator(context: context)
    window = HeadlessWindow(platform: HeadlessPlatform(transitionMode: .immediate))
    window.makeKeyAndVisible()
    store = context.store(for: window)
    context.issues.handler = { [weak self] in self?.issues.append($0) }
    store.onChange { [weak self] in
      guard let self else { return }
      lines.append("tree: \(text(of: $0.change)) (\($0.cause))")
    }.store(in: &subscriptions)
    coordinator.onEvent { [weak self] in self?.note($0) }.store(in: &subscriptions)
  }

  deinit {
    guard isAccounting else { return }
    onMainActor { [onFailure, place, lines, issues, clock, coordinator] in
      let left = Self.left(of: lines, issues, clock, in: coordinator.context)
      if let left { onFailure(left, place.fileID, place.line) }
    }
  }

  /// What is on screen.
  public var tree: NavigationTree { store.tree }

  /// Shows a flow as the window's root, starts it, and waits until everything has settled.
  ///
  /// - Parameters:
  ///   - flow: The flow. If its root is a controller it is put into the window first.
  ///   - stepper: Who emits its steps.
  public func start(_ flow: some Flow, with stepper: some Stepper) async {
    if let root = flow.root.navigationContainer as? HeadlessViewController {
      window.rootViewController = root
      lines = []
    }
    coordinator.coordinate(flow: flow, with: stepper)
    await context.settled()
  }

  /// Does something, as a stepper or as the user, and waits until everything has settled.
  ///
  /// - Parameter action: What to do.
  public func act(_ action: @MainActor () -> Void) async {
    action()
    await context.settled()
  }

  /// Delivers a step to every flow, and waits until everything has settled.
  ///
  /// - Parameter step: The step.
  /// - Returns: Who has handled it.
  @discardableResult
  public func navigate(to step: any Step) async -> NavigationReceipt {
    let receipt = await coordinator.navigate(to: step)
    await context.settled()
    return receipt
  }

  /// Demands that this has happened since the last call, and nothing else.
  ///
  /// - Parameters:
  ///   - expected: The lines, in order.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  public func expect(
    _ expected: String..., fileID: String = #fileID, line: UInt = #line
  ) {
    isAccounting = true
    let actual = lines
    lines = []
    guard actual != expected else { return }
    onFailure(
      "What happened is not what was expected.\n\(difference(of: actual, from: expected))",
      fileID, line)
  }

  /// Demands that nothing is left: nothing that was not expected, no step that waits, no issue,
  /// no timer.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  public func finish(fileID: String = #fileID, line: UInt = #line) {
    let left = Self.left(of: lines, issues, clock, in: context)
    isAccounting = false
    lines = []
    issues = []
    if let left { onFailure(left, fileID, line) }
  }

  /// What is left at the end, in words; `nil` if nothing is.
  private static func left(
    of lines: [String], _ issues: [NavigationIssue], _ clock: ManualNavigationClock,
    in context: NavigationContext
  ) -> String? {
    var left = lines.map { "not accounted for: \($0)" }
    left += context.activity.running.map { "still runs: \($0)" }
    left += context.activity.waiting.map { "still waits: \($0)" }
    left += issues.map { "was reported: \($0.fact)" }
    if clock.sleeperCount > 0 { left.append("\(clock.sleeperCount) timers are pending") }
    guard !left.isEmpty else { return nil }
    return "Something is left at the end.\n" + left.joined(separator: "\n")
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
