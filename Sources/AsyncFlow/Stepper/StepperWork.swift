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
  /// start before the stepper is contributed; after the end it is not started, and reported. A
  /// stepper in a ``CompositeStepper`` is contributed with it.
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
      StepperStorage.of(self).startWork(
        "\(Self.self)", name, at: CallSite(fileID, line)
      ) { [weak self] in
        if let self { await work(self) }
      })
  }

  /// Returns when all work started by ``run(_:fileID:line:_:)`` has ended, apart from work that
  /// waits for something outside, such as a manual clock that stands still.
  ///
  /// For a test of a stepper without a coordinator; with one, await its `settled()`. Returns early
  /// if the calling task is cancelled. Without a coordinator, a manual clock knows the sleeps of the
  /// work itself, but not those of its child tasks, for which the call does not return.
  ///
  /// - Returns: The work that waits for something outside; empty when all has ended.
  @discardableResult
  public func finishWork() async -> [NavigationActivity] {
    await StepperStorage.of(self).waitForEndOfWork()
  }
}

extension NavigationIssue {
  static func workAfterEnd(_ stepper: String, _ work: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "workAfterEnd"), severity: .abandoned,
      fact: "‘\(work)’ of \(stepper) was not started: its screen has gone.",
      advice: "Start it while the screen is there, or run it on an object that outlives "
        + "this one.",
      at: site)
  }
}
