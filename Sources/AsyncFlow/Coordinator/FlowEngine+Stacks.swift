extension FlowEngine {
  func logStack(of node: FlowNode) {
    guard let logger, node.isAlive else { return }
    logger.log(navigationStack: stack(of: node))
  }

  func stack(of node: FlowNode) -> NavigationStack {
    let screens = node.contributions.values.filter(\.isScreen).sorted { $0.number < $1.number }
    let steps = screens.compactMap { screen in
      screen.step.map { step in
        StepInfo(step: step, metadata: screen.metadata ?? node.flow.metadata(for: step))
      }
    }
    return NavigationStack(flowName: node.name, steps: steps)
  }
}
