import NavigationRuntime

/// A core without state, which coordinates the children of its flow.
@MainActor
open class ScreenLessCore: Activatable {
  /// Subscriptions and procedures, cancelled when the core resigns.
  public final var store: Set<Cancellation> = []

  final var lifecycle = CoreLifecycle()
  final var contextSource = ContextSource()
  /// The tasks that ``run(_:fileID:line:_:)`` has started.
  fileprivate final var work: TaskTracker?

  /// Creates a core that uses its flow's context.
  public init() {}

  /// Called once for each attachment of the core's flow, parents first.
  open func didBecomeActive() {}

  /// Called when the core's flow ends, children first; the core still works.
  open func willDetach() {}

  /// Called once at the end, after ``willDetach()``.
  open func willResignActive() {}

  /// The context that supplies the clock and receives issues: the flow's, else the shared one.
  ///
  /// Resolved at each access, because a flow can be built before it is attached.
  public final var context: NavigationContext { contextSource.context }

  /// Whether the core's flow is active.
  public final var isActive: Bool { lifecycle.state == .active }
}

extension ScreenLessCore: ManagedCore {
  final func contextDidChange() { work?.move(to: context.activity) }

  final func cancelWork() { work?.cancelAll() }
}

extension Activatable where Self: ScreenLessCore {
  /// Runs work that ends with this core.
  ///
  /// When the core resigns, the task is cancelled, so the work may use the core across an `await`.
  /// `settled()` waits for it. On a core that resigns or has resigned it is not started, and
  /// reported.
  ///
  /// - Parameters:
  ///   - name: A human-readable description of the work.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - work: Runs on the main actor, in a task of its own, and receives the core.
  /// - Returns: The handle that cancels the work.
  @discardableResult
  public func run(
    _ name: String, fileID: String = #fileID, line: UInt = #line,
    _ work: @escaping @MainActor (Self) async -> Void
  ) -> WorkHandle {
    guard !lifecycle.state.refusesActions else {
      context.issues.report(.workResigned("\(Self.self)", name, CallSite(fileID, line)))
      return WorkHandle(nil)
    }
    let tasks = self.work ?? TaskTracker()
    self.work = tasks
    tasks.move(to: context.activity)
    return WorkHandle(
      tasks.begin("\(Self.self): \(name)") { [weak self] in
        if let self { await work(self) }
      })
  }
}
