import NavigationRuntime

/// A task that carries out what the machine wants, and the handler that it is in.
@MainActor
final class StepRunner: NavigationWorker, WorkInProgress.Part {
  private unowned let engine: FlowEngine
  /// Tells the task from every other one while it lives.
  var taskID: Int?
  /// The step whose `adapt` or `navigate` runs in the task.
  var item: CoordinatorMachine.Item? {
    didSet { if startedWork != nil { startedWork = nil } }
  }
  var isNavigating = false
  /// What the handler waits for outside, if it does.
  var waitingFor: String?
  /// What child tasks of the handler wait for, if it is they who keep it.
  var asideFor: String?
  private var budget = TurnBudget(stride: 32)
  /// Whether others should get the main actor now.
  private(set) var isTurnOver = false
  /// Whether the task was cancelled, with the flow whose handler ran in it.
  var isCancelled = false
  /// The latest reading of a tree when the handler was called.
  var firstReading = 0
  var attribution: Cancellation?
  /// The handler as an origin of changes, if it has become one.
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
