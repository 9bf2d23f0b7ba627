extension Core {
  /// Handles an action outside the fast path of ``send(_:)``.
  @usableFromInline
  final func sendSlowly(_ action: Action) -> ActionHandle {
    switch phase {
    case .idle, .recording:
      return handleAtOnce(action, in: nil, isReceived: false)
    case .reducing, .notifying:
      let scope = EffectGroup()
      enqueue(action, in: scope, isReceived: true)
      return ActionHandle(group: scope)
    case .resigned:
      context.issues.report(.resigned("\(Self.self)", "\(action)"))
      return ActionHandle()
    }
  }

  /// Receives an action from an effect.
  final func receive(_ action: Action, in scope: EffectGroup) {
    switch phase {
    case .idle, .recording: handleAtOnce(action, in: scope, isReceived: true)
    case .reducing, .notifying: enqueue(action, in: scope, isReceived: true)
    case .resigned: context.issues.report(.resigned("\(Self.self)", "\(action)"))
    }
  }

  @discardableResult
  private func handleAtOnce(
    _ action: Action, in scope: EffectGroup?, isReceived: Bool
  ) -> ActionHandle {
    let handle = handle(action, in: scope, isReceived: isReceived)
    finishWork()
    return handle
  }

  private func enqueue(_ action: Action, in scope: EffectGroup, isReceived: Bool) {
    scope.hold()
    waitingActions.append(QueuedAction(action: action, scope: scope, isReceived: isReceived))
    hasAfterwork = true
  }

  private func handle(
    _ action: Action, in scope: EffectGroup?, isReceived: Bool
  ) -> ActionHandle {
    let effect =
      recorder == nil
      ? reduceInPlace(action)
      : reduceRecording(action, isReceived: isReceived)
    if !observers.isEmpty { notify() }
    guard effect.operation != nil else { return ActionHandle(group: scope) }
    return start(effect, of: action, in: scope)
  }

  private func reduceInPlace(_ action: Action) -> Effect<Action> {
    phase = .reducing
    defer { phase = .notifying }
    return reduce(state: &storage, action: action)
  }

  /// Separate, because only recording needs a copy of the state.
  private func reduceRecording(_ action: Action, isReceived: Bool) -> Effect<Action> {
    let before = storage
    let effect = reduceInPlace(action)
    recorder?(CoreRecord(action: action, isReceived: isReceived, before: before, after: storage))
    return effect
  }

  /// Handles the actions sent meanwhile, then resigns if that was requested.
  @usableFromInline
  final func finishWork() {
    var drain = ActionDrain(count: waitingActions.count)
    while let next = waitingActions.popFirst() {
      _ = handle(next.action, in: next.scope, isReceived: next.isReceived)
      next.scope.release()
      drain.didHandle(leaving: waitingActions.count)
      if drain.isEndless { refuseWaiting(after: next.action) }
    }
    hasAfterwork = false
    phase = currentLife == .resigned ? .resigned : restingPhase
    if !afterResigning.isEmpty, currentLife != .resigning { finishResigning() }
  }

  /// Ends a drain in which each action has led to another one, again and again.
  private func refuseWaiting(after last: Action) {
    guard !waitingActions.isEmpty else { return }
    context.issues.report(
      .endlessSends("\(Self.self)", "\(last)", waitingActions.count, ActionDrain.limit))
    while let next = waitingActions.popFirst() { next.scope.release() }
  }

  final var restingPhase: CorePhase {
    recorder == nil ? .idle : .recording
  }

  /// Starts an effect.
  ///
  /// The group of its action is created here, so that other actions need none.
  @usableFromInline
  final func start(
    _ effect: Effect<Action>, of action: Action, in scope: EffectGroup?
  ) -> ActionHandle {
    let runner = effects ?? makeEffects()
    let group = scope ?? EffectGroup()
    if group.parent == nil { runner.root.add(group) }
    group.hold()
    runner.start(
      effect,
      at: .init(group: group, scope: group, name: namesEffects ? "\(action)" : nil))
    group.release()
    return ActionHandle(group: group)
  }

  /// Runs work as an effect of its own.
  final func start(_ name: String, _ body: @escaping @MainActor () async -> Void) -> ActionHandle {
    let runner = effects ?? makeEffects()
    let group = EffectGroup()
    runner.root.add(group)
    group.hold()
    runner.run(name, at: .init(group: group, scope: group), body)
    group.release()
    return ActionHandle(group: group)
  }

  private func makeEffects() -> EffectRunner<Action> {
    let name = "\(Self.self)"
    let runner = EffectRunner<Action>(coreName: name, contextSource) {
      [weak self] action, scope in
      guard let self else { return false }
      receive(action, in: scope)
      return true
    }
    effects = runner
    return runner
  }
}

/// Detects a drain of queued actions that does not end.
///
/// A burst of many actions does end. It has few generations, where a generation is the actions that
/// the one before it has sent.
struct ActionDrain {
  /// The number of actions from which a drain can count as endless.
  static let limit = 10_000
  private static let generationLimit = 20

  private var handled = 0
  private var generations = 0
  private var leftInGeneration: Int

  init(count: Int) {
    leftInGeneration = count
  }

  mutating func didHandle(leaving count: Int) {
    handled += 1
    leftInGeneration -= 1
    guard leftInGeneration == 0 else { return }
    generations += 1
    leftInGeneration = count
  }

  var isEndless: Bool { handled >= Self.limit && generations >= Self.generationLimit }
}

extension NavigationIssue {
  static func endlessSends(
    _ core: String, _ last: String, _ waiting: Int, _ limit: Int
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "endlessSends"),
      fact: "One action of \(core) led to more than \(limit) others, one to the next, before it "
        + "was done; the last was \(last), and the \(waiting) waiting behind it were refused.",
      advice: "Do not send an action for each state from an observer or a reducer; send it "
        + "from a `.run` effect, or check first whether the state requires it.", at: nil)
  }
}
