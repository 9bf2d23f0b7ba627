extension FlowCoordinator {
  /// Returns the screens of a flow in this coordinator, as the steps that led to them.
  ///
  /// - Parameter flow: The flow.
  /// - Returns: Its stack; `nil` if the flow does not live in this coordinator.
  public func navigationStack(of flow: any Flow) -> NavigationStack? {
    engine.node(of: flow).map(engine.stack)
  }
}
