extension Effect {
  /// Returns the effect with other actions, so that a feature runs the effects of its parts.
  ///
  /// ```swift
  /// func reduce(state: inout AppState, action: AppAction) -> Effect<AppAction> {
  ///   switch action {
  ///   case .header(let action):
  ///     Row.reduce(state: &state.header, action: action).map(AppAction.header)
  ///   default: .none
  ///   }
  /// }
  /// ```
  ///
  /// The part's identifiers become those of the whole. If two parts may use equal ones, map with
  /// ``map(scope:_:)``.
  ///
  /// - Parameter transform: Makes the action of the whole from an action of the part.
  /// - Returns: The effect.
  public func map<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Effect<NewAction> {
    mapped(scope: nil, transform)
  }

  /// Returns the effect with other actions, and with identifiers of its own.
  ///
  /// ```swift
  /// func reduce(state: inout AppState, action: AppAction) -> Effect<AppAction> {
  ///   switch action {
  ///   case .row(let index, let action):
  ///     Row.reduce(state: &state.rows[index], action: action)
  ///       .map(scope: index) { .row(index, $0) }
  ///   default: .none
  ///   }
  /// }
  /// ```
  ///
  /// Parts with different scopes never cancel each other's effects. To cancel all effects of a
  /// part, make the mapped effect ``cancellable(id:cancelInFlight:)``.
  ///
  /// - Parameters:
  ///   - scope: The part, among those of the whole.
  ///   - transform: Makes the action of the whole from an action of the part.
  /// - Returns: The effect.
  public func map<NewAction>(
    scope: sending some Hashable, _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Effect<NewAction> {
    mapped(scope: EffectID(scope), transform)
  }

  private func mapped<NewAction>(
    scope: EffectID?, _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Effect<NewAction> {
    rebuilt(scope: scope, action: transform) { priority, body in
      // The work keeps its isolation, which decides where its task begins.
      if body.isolation === MainActor.shared {
        return .run(priority: priority) { @MainActor send in
          try await body(Send(through: send, transform))
        }
      }
      return .run(priority: priority) { send in try await body(Send(through: send, transform)) }
    } recovery: { recovery in
      { send in await recovery(Send(through: send, transform)) }
    }
  }

  /// Returns an effect of the same shape, made from other parts.
  ///
  /// - Parameters:
  ///   - scope: The scope of its identifiers; `nil` to leave them as they are.
  ///   - transform: Makes the action of a part that sends one.
  ///   - run: Makes the effect of a part that runs work.
  ///   - recovery: Makes the handler of an error.
  /// - Returns: The effect.
  func rebuilt<NewAction>(
    scope: EffectID? = nil, action transform: (Action) -> NewAction,
    run: (TaskPriority?, @escaping Work) -> Effect<NewAction>,
    recovery: @escaping @Sendable (@escaping Recovery) -> Effect<NewAction>.Recovery
  ) -> Effect<NewAction> {
    guard let operation else { return .none }
    func part(_ effect: Effect) -> Effect<NewAction> {
      effect.rebuilt(scope: scope, action: transform, run: run, recovery: recovery)
    }
    let mapped: Effect<NewAction>.Operation
    switch operation {
    case .run(let priority, let body):
      return run(priority.map(TaskPriority.init(rawValue:)), body)
    case .send(let action): return .send(transform(action))
    case .merge(let effects): return .merge(effects.map(part))
    case .concatenate(let effects): return .concatenate(effects.map(part))
    case .cancellable(let effect, let id, let cancelInFlight):
      mapped = .cancellable(part(effect), id.scoped(by: scope), cancelInFlight: cancelInFlight)
    case .cancel(let id): mapped = .cancel(id.scoped(by: scope))
    case .debounce(let effect, let id, let seconds):
      mapped = .debounce(part(effect), id.scoped(by: scope), seconds)
    case .throttle(let effect, let id, let seconds, let latest):
      mapped = .throttle(part(effect), id.scoped(by: scope), seconds, latest: latest)
    case .timeout(let effect, let seconds, let action):
      mapped = .timeout(part(effect), seconds, transform(action))
    case .catching(let effect, let recover):
      mapped = .catching(part(effect)) { error in
        recover(error).map { recovery($0) }
      }
    }
    return Effect<NewAction>(operation: mapped)
  }
}

extension Effect.Send {
  /// Sends through an effect of other actions.
  fileprivate init<NewAction>(
    through outer: Effect<NewAction>.Send, _ transform: @escaping @Sendable (Action) -> NewAction
  ) {
    target = .mapped(
      MappedTarget(followClock: { outer.followClock() }) { outer.deliver(transform($0)) })
  }
}
