import NavigationRuntime

extension Stepper {
  /// Runs work that ends with this stepper's screen.
  ///
  /// ```swift
  /// final class FavoritesViewModel: FlowStepper {
  ///   @Steps var steps
  ///
  ///   func viewDidLoad() {
  ///     run("load the favorites") { model in await model.load() }
  ///   }
  ///
  ///   private func load() async {}
  /// }
  /// ```
  ///
  /// When the screen has left the tree or the flow has ended, the task is cancelled, so the work may
  /// use the stepper across an `await`. ``FlowCoordinator/settled()`` waits for the work. Work may
  /// start before the stepper is contributed; after the end it is not started, and reported.
  ///
  /// - Parameters:
  ///   - name: A human-readable description of the work.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - work: Runs on the main actor, in a task of its own, and receives the stepper.
  /// - Returns: The handle that cancels the work; releasing it has no effect.
  @discardableResult
  public func run(
    _ name: String, fileID: String = #fileID, line: UInt = #line,
    _ work: @escaping @MainActor (Self) async -> Void
  ) -> WorkHandle {
    WorkHandle(
      StepperWork.of(self).start(
        "\(Self.self)", name, at: CallSite(fileID, line)
      ) { [weak self] in
        if let self { await work(self) }
      })
  }

  /// Returns when all work started by ``run(_:fileID:line:_:)`` has ended.
  ///
  /// For a test of a stepper without a coordinator; with one, await its `settled()`. Returns early
  /// if the calling task is cancelled.
  public func finishWork() async {
    await StepperWork.of(self).waitForEnd()
  }
}

/// The work of one stepper, which ends with its last contribution.
///
/// Made on first use: by work, by a refusal, or at the coordinator's release.
@MainActor
final class StepperWork {
  private enum Phase {
    /// Before the first contribution.
    case early
    case contributed(Int)
    case ended
  }

  private static let registry = WeakTable<StepperWork>()

  private var phase = Phase.early
  /// The context of the latest contribution.
  private weak var context: NavigationContext?
  private var tasks: TaskTracker?

  static func of(_ stepper: any Stepper) -> StepperWork {
    registry.value(of: stepper) { StepperWork(Contribution.inlet(of: stepper)) }
  }

  /// - Parameter inlet: The entry of the stepper's steps; `nil` before the first contribution.
  private init(_ inlet: StepInlet?) {
    guard let inlet else { return }
    context = inlet.context
    phase = inlet.isOpen ? .contributed(inlet.contributionCount) : .ended
  }

  /// Counts a contribution of a stepper.
  static func begin(of stepper: any Stepper, in context: NavigationContext) {
    registry[stepper]?.begin(in: context)
  }

  /// Ends a contribution of a stepper, and its work with the last one.
  static func end(of stepper: any Stepper) {
    registry[stepper]?.end()
  }

  /// Ends the work of a stepper whose screen or flow left before the contribution.
  static func refuse(_ stepper: any Stepper, in context: NavigationContext) {
    let work = of(stepper)
    if case .contributed = work.phase { return }
    work.context = context
    work.phase = .ended
    work.tasks?.cancelAll()
  }

  /// Ties the work of a stepper without later steps to the flow.
  static func adopt(_ stepper: any Stepper, by node: FlowNode) {
    guard !(stepper is any AnonymousStepper) else { return }
    let work = of(stepper)
    work.begin(in: node.engine.context)
    let table = node.stepperWork ?? WeakTable()
    node.stepperWork = table
    table[stepper] = Cancellation { work.end() }
  }

  private func begin(in context: NavigationContext) {
    self.context = context
    tasks?.join(context.activity)
    if case .contributed(let count) = phase {
      phase = .contributed(count + 1)
    } else {
      phase = .contributed(1)
    }
  }

  func end() {
    guard case .contributed(let count) = phase else { return }
    guard count == 1 else { return phase = .contributed(count - 1) }
    phase = .ended
    tasks?.cancelAll()
  }

  func start(
    _ stepper: String, _ name: String, at site: CallSite,
    _ body: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never>? {
    if case .ended = phase {
      (context ?? .shared).issues.report(.workAfterEnd(stepper, name, site))
      return nil
    }
    let tasks = tasks ?? TaskTracker()
    self.tasks = tasks
    if let context { tasks.join(context.activity) }
    return tasks.begin("\(stepper): \(name)", body)
  }

  func waitForEnd() async { await tasks?.waitForEnd(for: "the end of a stepper’s work") }
}

extension NavigationIssue {
  fileprivate static func workAfterEnd(
    _ stepper: String, _ work: String, _ site: CallSite
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "workAfterEnd"), severity: .abandoned,
      fact: "‘\(work)’ of \(stepper) was not started: its screen has gone.",
      advice: "Start it while the screen is there, or run it on an object that outlives "
        + "this one.",
      at: site)
  }
}
