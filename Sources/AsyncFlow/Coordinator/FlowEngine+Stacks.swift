extension FlowEngine {
  func logStack(of node: FlowNode) {
    guard let logger, node.isAlive else { return }
    logger.log(navigationStack: stack(of: node))
  }

  func stack(of node: FlowNode) -> NavigationStack {
    let steps = node.contributions.filter { $0.screen != nil }.compactMap { screen in
      screen.step.map { step in
        StepInfo(step: step, metadata: screen.metadata ?? node.flow.metadata(for: step))
      }
    }
    return NavigationStack(flowName: node.name, steps: steps)
  }
}
