extension Flow {
  /// Waits until the flow is ready: its first step is done, and so are those of the flows that it
  /// started.
  ///
  /// Once the flow is ready, returns at once. A flow whose first step was filtered or refused is
  /// ready, too.
  ///
  /// - Returns: `false` if the flow ended before, or the waiting task was cancelled.
  public var flowReady: Bool {
    get async { await FlowRecord.of(self).isReady() }
  }
}
