import NavigationRuntime

/// A task that carries out the machine's actions, and the handler that runs in it.
@MainActor
final class StepRunner: NavigationWorker, WorkInProgress.Part {
  private unowned let engine: FlowEngine
  /// The identifier of the task, unique while the task lives.
  var taskID: Int?
  /// The step whose `adapt` or `navigate` runs in the task.
  var item: CoordinatorMachine.Item? {
    didSet { if startedWork != nil { startedWork = nil } }
  }
  var isNavigating = false
  /// The external event that the handler waits for; `nil` if it does not wait.
  var waitingFor: String?
  /// The external event that child tasks of the handler wait for; `nil` unless they are all that
  /// the handler waits for.
  var asideFor: String?
  private var budget = TurnBudget(stride: 32)
  /// Whether the runner is to yield the main actor.
  private(set) var isTurnOver = false
  /// Whether the task was cancelled at the end of the flow whose handler ran in it.
  var isCancelled = false
  /// The number of the latest tree reading when the handler was called.
  var firstReading = 0
  var attribution: Cancellation?
  /// The handler as the origin of screen changes, made on first use.
  private(set) var startedWork: NavigationWork?

  init(_ engine: FlowEngine) {
    self.engine = engine
  }

  /// A flow was called.
  func noteStep() { isTurnOver = budget.spend() }

  /// Whether its handler waits for something outside, or its child tasks do.
  var isWaiting: Bool { waitingFor != nil || asideFor != nil }

  func setAside(for reason: String) -> (@MainActor () -> Void)? {
    // As long as there is a handler, its task keeps the engine.
    guard item != nil else { return nil }
    asideFor = reason
    engine.becomeIdleIfSo()
    return { [self] in asideFor = nil }
  }

  static var currentTaskID: Int? { FlowCoordinator.currentTaskID }

  var work: NavigationWork? {
    guard let item else { return nil }
    if let startedWork { return startedWork }
    let work = NavigationWork(
      on: HandledStep(step: item.payload.step, flow: item.flow),
      calledBy: item.payload.call?.caller)
    startedWork = work
    return work
  }
}
