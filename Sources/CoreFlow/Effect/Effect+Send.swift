extension Effect {
  /// Sends an effect's actions to its core while the effect runs.
  public struct Send: Sendable {
    let run: EffectRun<Action>

    /// Sends an action to the core.
    ///
    /// Actions of a cancelled effect are dropped. Actions sent after the effect's closure has
    /// returned, or after its core has resigned, are refused and reported.
    ///
    /// - Parameter action: The action, reduced before this method returns unless the core is
    ///   handling another one.
    @MainActor
    public func callAsFunction(_ action: sending Action) async {
      // Asynchronous, so that `await send(.x)` causes no warning on the main actor either.
      run.send(action)
    }
  }
}
