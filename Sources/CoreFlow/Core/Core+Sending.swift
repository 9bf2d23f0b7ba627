extension Core {
  /// Handles an action when the core is not simply idle.
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

  /// Takes an action of an effect.
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

  /// Apart, as only this needs a copy of the state.
  private func reduceRecording(_ action: Action, isReceived: Bool) -> Effect<Action> {
    let before = storage
    let effect = reduceInPlace(action)
    recorder?(CoreRecord(action: action, isReceived: isReceived, before: before, after: storage))
    return effect
  }

  /// Handles what has been sent meanwhile, then resigns if that was asked for.
  @usableFromInline
  final func finishWork() {
    while let next = waitingActions.popFirst() {
      _ = handle(next.action, in: next.scope, isReceived: next.isReceived)
      next.scope.release()
    }
    hasAfterwork = false
    phase = currentLife == .resigned ? .resigned : restingPhase
    if !afterResigning.isEmpty, currentLife != .resigning { finishResigning() }
  }

  final var restingPhase: CorePhase {
    recorder == nil ? .idle : .recording
  }

  /// Starts an effect; the group of its action is made here, so that other actions need none.
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
    let runner = EffectRunner<Action>(coreName: name, context: context) {
      [weak self, context] action, scope in
      if let self { return receive(action, in: scope) }
      context.issues.report(.resigned(name, "\(action)"))
    }
    effects = runner
    return runner
  }
}
