import NavigationRuntime

extension FlowCoordinator {
  /// Replays a recording: delivers its steps and repeats the user's moves, each after the previous
  /// one has settled.
  ///
  /// The coordinator must have been started like the one that was recorded.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - recorder: Decodes the steps; need not be the recorder that recorded them.
  /// - Returns: The receipt of each step.
  /// - Throws: ``StepReplayError`` if a step's type, its flow or the container of a move is not
  ///   found, or a move is not possible; or a decoding error.
  @discardableResult
  public func replay(
    _ recording: StepRecording, with recorder: StepRecorder
  ) async throws -> [NavigationReceipt] {
    var receipts: [NavigationReceipt] = []
    for entry in recording.entries {
      await settled()
      switch entry {
      case .move(let move, let root, let container):
        try await engine.repeatMove(move, root: root, container: container)
      case .step(let path, let type, let data):
        let step = try recorder.step(of: type, from: data)
        guard let node = engine.node(at: path) else {
          throw StepReplayError(
            code: .noFlow, reason: "There is no flow at \(path) to handle \(step).")
        }
        receipts.append(await engine.receipt(of: step, .flow(node.flow)))
      }
    }
    await settled()
    return receipts
  }
}
