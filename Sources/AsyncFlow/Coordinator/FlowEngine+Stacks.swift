extension FlowEngine {
  func logStack(of node: FlowNode) {
    guard let logger, node.isAlive else { return }
    logger.log(navigationStack: stack(of: node))
  }

  func stack(of node: FlowNode) -> NavigationStack {
    let steps = node.contributions.compactMap { contribution in
      contribution.screen.map { screen in
        StepInfo(
          step: screen.step,
          metadata: contribution.metadata ?? node.flow.metadata(for: screen.step))
      }
    }
    return NavigationStack(flowName: node.name, steps: steps)
  }
}
