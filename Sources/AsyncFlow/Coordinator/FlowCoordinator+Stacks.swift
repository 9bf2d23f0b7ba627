extension FlowCoordinator {
  /// The screens of a flow that lives here, as the steps that led to them.
  ///
  /// - Parameter flow: The flow.
  /// - Returns: Its stack; `nil` if the flow does not live in this coordinator.
  public func navigationStack(of flow: any Flow) -> NavigationStack? {
    guard let node = FlowRecord.node(of: flow), node.coordinator === self else { return nil }
    return stack(of: node)
  }

  func logStack(of node: FlowNode) {
    guard let logger, node.isAlive else { return }
    logger.log(navigationStack: stack(of: node))
  }

  private func stack(of node: FlowNode) -> NavigationStack {
    let screens = node.contributions.values.filter(\.isScreen).sorted { $0.number < $1.number }
    let steps = screens.compactMap { screen in
      screen.step.map { step in
        StepInfo(step: step, metadata: screen.metadata ?? node.flow.metadata(for: step))
      }
    }
    return NavigationStack(flowName: node.name, steps: steps)
  }
}
