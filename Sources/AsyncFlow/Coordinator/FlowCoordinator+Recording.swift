import NavigationRuntime

extension FlowCoordinator {
  /// Does what a recording says again: handles its steps and makes the user's moves, each when the
  /// one before has settled.
  ///
  /// The coordinator must have been started like the one that was recorded.
  ///
  /// - Parameters:
  ///   - recording: What happened.
  ///   - recorder: Knows how to decode them; it need not be the one that recorded.
  /// - Returns: What became of each step.
  /// - Throws: ``StepReplayError`` if a step, its flow or the place of a move is not known, or a
  ///   move is not possible; or a decoding error.
  @discardableResult
  public func replay(
    _ recording: StepRecording, with recorder: StepRecorder
  ) async throws -> [NavigationReceipt] {
    var receipts: [NavigationReceipt] = []
    for entry in recording.entries {
      await settled()
      switch entry {
      case .move(let move, let root, let container):
        try await repeatMove(move, root: root, container: container)
      case .step(let path, let type, let data):
        let step = try recorder.step(of: type, from: data)
        guard let node = node(at: path) else {
          throw StepReplayError(
            code: .noFlow, reason: "There is no flow at \(path) to handle \(step).")
        }
        receipts.append(await receipt(of: step, .flow(node.flow)))
      }
    }
    await settled()
    return receipts
  }

  func record(_ item: CoordinatorMachine.Item) {
    guard let recorder, !item.isInitial, item.source != nil || item.payload.call != nil,
      item.call == nil
    else { return }
    recorder.record(
      item.payload.step, path: path(to: item.payload.node), issues: context.issues)
  }

  private func path(to node: FlowNode) -> [Int] {
    var path: [Int] = []
    var current = node
    while true {
      let siblings = (current.parent?.children ?? roots).elements
      path.append(siblings.firstIndex { $0 === current } ?? 0)
      guard let parent = current.parent else { return path.reversed() }
      current = parent
    }
  }

  private func node(at path: [Int]) -> FlowNode? {
    var nodes = roots.elements
    var node: FlowNode?
    for index in path {
      guard nodes.indices.contains(index) else { return nil }
      node = nodes[index]
      nodes = nodes[index].children.elements
    }
    return node
  }
}
