extension Screenable {
  /// Sends an action for each element of an emitter, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - emitter: A subject, a control's events, a publisher.
  ///   - action: The action to send.
  public func bind<Output>(onEmit emitter: some Emitter<Output>, send action: Core.Action) {
    keep(emitter.receive { [weak self] _ in self?.send(action) })
  }

  /// Sends an action made from each element of an emitter, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - emitter: A subject, a control's events, a publisher.
  ///   - transform: Makes an action from an element.
  public func bind<Output>(
    onEmit emitter: some Emitter<Output>,
    send transform: @escaping @MainActor (Output) -> Core.Action
  ) {
    keep(emitter.receive { [weak self] in self?.send(transform($0)) })
  }

  /// Sends the actions of a source, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - source: A view that emits actions.
  ///   - transform: Converts an action of the source to one of the reactor.
  public func bind<Source: ActionSource>(
    onEmit source: Source,
    send transform: @escaping @MainActor (Source.Action) -> Core.Action
  ) {
    bind(onEmit: source.action, send: transform)
  }

  /// Sends an action for each element of a sequence, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - elements: The sequence; an error ends the subscription.
  ///   - action: The action to send.
  public func bind<Elements: AsyncSequence & Sendable>(
    onEmit elements: Elements, send action: Core.Action
  ) where Elements.Element: Sendable {
    bind(onEmit: elements) { _ in action }
  }

  /// Sends an action made from each element of a sequence, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - elements: The sequence; an error ends the subscription.
  ///   - transform: Makes an action from an element.
  public func bind<Elements: AsyncSequence & Sendable>(
    onEmit elements: Elements,
    send transform: @escaping @MainActor (Elements.Element) -> Core.Action
  ) where Elements.Element: Sendable {
    let task = Task { [weak self] in
      for try await element in elements { self?.send(transform(element)) }
    }
    keep(Cancellation { task.cancel() })
  }
}
