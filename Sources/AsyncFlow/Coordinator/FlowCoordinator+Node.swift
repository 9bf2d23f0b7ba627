import NavigationRuntime

extension FlowCoordinator {
  /// Wraps a flow as a node, for a parent that is a flow of another framework.
  ///
  /// The flow starts with the node. If it is already alive by then, or the coordinator has
  /// completed, that is reported and the node ends at once.
  ///
  /// - Parameters:
  ///   - flow: The flow; retained by the node.
  ///   - stepper: The emitter of its steps.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: The node, which also retains the coordinator.
  public func node(
    of flow: some Flow, with stepper: some Stepper, fileID: String = #fileID, line: UInt = #line
  ) -> CoordinatedFlow {
    CoordinatedFlow(flow.root, in: self) { [engine] in
      guard !engine.hasCompleted, FlowRecord.node(of: flow) == nil else {
        engine.context.issues.report(
          engine.hasCompleted
            ? .coordinatorCompleted("\(type(of: flow))", fileID: fileID, line: line)
            : .flowAlreadyAlive("\(type(of: flow))", fileID: fileID, line: line))
        return nil
      }
      let node = engine.start(
        flow, under: nil, allowsStepsWhenDismissed: flow.allowStepWhenDismissed)
      engine.add(stepper, to: node)
      return node
    }
  }
}
