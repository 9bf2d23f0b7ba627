import NavigationRuntime

extension Activatable {
  /// Runs work that ends with this core.
  ///
  /// ```swift
  /// final class PriceCore: Core<CounterAction, CounterState> {
  ///   override func didBecomeActive() {
  ///     run("load the price") { core in await core.loadPrice() }
  ///   }
  ///
  ///   private func loadPrice() async {}
  /// }
  /// ```
  ///
  /// When the core resigns, the task is cancelled, so the work may use the core across an `await`.
  /// It counts as an effect: `settled()`, `exhaust(timeout:)` and a test store wait for it. On a core
  /// that resigns or has resigned it is not started, and reported. Work that only sends actions is
  /// better an ``Effect``. Work that starts again with each activation, or never ends by itself, is
  /// declared with `whileActive(_:_:)`.
  ///
  /// - Parameters:
  ///   - name: A human-readable description of the work.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - work: Runs on the main actor, in a task of its own, and receives the core.
  /// - Returns: The handle that waits for the work or cancels it.
  @discardableResult
  public func run<A, S>(
    _ name: String, fileID: String = #fileID, line: UInt = #line,
    _ work: @escaping @MainActor (Self) async -> Void
  ) -> ActionHandle where Self: Core<A, S> {
    let core: Core<A, S> = self
    guard !core.lifecycleState.refusesActions else {
      core.context.issues.report(.workResigned("\(Self.self)", name, CallSite(fileID, line)))
      return ActionHandle()
    }
    let effect = Effect<A>.run { @MainActor [weak self] _ in
      if let self { await work(self) }
    }
    let group = EffectGroup()
    core.start(effect, name: EffectName(name), in: group)
    return ActionHandle(group: group)
  }
}

extension NavigationIssue {
  static func workResigned(_ core: String, _ work: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "coreResigned"), severity: .abandoned,
      fact: "\(core) has resigned; ‘\(work)’ was not started.",
      advice: "Start it while the core is in use, or run it on an object that outlives this "
        + "one.",
      at: site)
  }
}
