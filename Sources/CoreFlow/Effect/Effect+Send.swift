extension Effect {
  /// Takes an effect's actions to its core, for as long as the effect runs.
  public struct Send: Sendable {
    let run: EffectRun<Action>

    /// Sends an action to the core.
    ///
    /// What a cancelled effect sends is dropped. What an effect sends after its closure has
    /// returned, or after its core has resigned, is refused and reported.
    ///
    /// - Parameter action: Is reduced before this method returns, unless the core is just
    ///   reducing another one.
    @MainActor
    public func callAsFunction(_ action: sending Action) async {
      // Asynchronous, so that `await send(.x)` is free of warnings on the main actor, too.
      run.send(action)
    }
  }
}
