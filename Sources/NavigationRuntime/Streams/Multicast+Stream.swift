extension Multicast where Element: Sendable {
  /// A stream of the buffered elements and the elements from now on.
  ///
  /// The stream unsubscribes when it is dropped, and ends when the multicast finishes or is
  /// released.
  package var stream: AsyncStream<Element> {
    makeStream { end in sink(onFinish: { end.finish() }) { end.continuation.yield($0) } }
  }

  /// A stream that consumes elements; the first one receives the backlog.
  package var consumingStream: AsyncStream<Element> {
    makeStream { end in consume(onFinish: { end.finish() }) { end.continuation.yield($0) } }
  }

  private func makeStream(
    _ subscribe: (StreamEnd<Element>) -> Cancellation
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let subscription = subscribe(StreamEnd(continuation))
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }
}

/// Ends a stream when its source releases it, so that no iteration waits for a released source.
final class StreamEnd<Element: Sendable>: Sendable {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  func finish() { continuation.finish() }

  deinit { continuation.finish() }
}
