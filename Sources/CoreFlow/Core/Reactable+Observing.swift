extension Reactable {
  /// Observes a part of the state.
  ///
  /// - Parameters:
  ///   - keyPath: Which part; `\.self` for the whole.
  ///   - sink: Called with the present value before this method returns, then once for each
  ///     committed state, whether the part has changed or not.
  /// - Returns: The handle that keeps the sink subscribed.
  @inlinable
  public func observeState<Value>(
    _ keyPath: KeyPath<State, Value>, sink: @escaping @MainActor (Value) -> Void
  ) -> Cancellation {
    observe { sink($0.pointee[keyPath: keyPath]) }
  }

  /// Observes a part of the state, and only its changes.
  ///
  /// A stored property is compared where it lies, by its offset; anything else is read through
  /// the key path.
  ///
  /// - Parameters:
  ///   - keyPath: Which part.
  ///   - sink: Called with the present value before this method returns, then whenever the part
  ///     has become another one.
  /// - Returns: The handle that keeps the sink subscribed.
  @inlinable
  public func observeDistinctState<Value: Equatable>(
    _ keyPath: KeyPath<State, Value>, sink: @escaping @MainActor (Value) -> Void
  ) -> Cancellation {
    let kept = KeptValue<Value>()
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
      return observe { state in
        let value = state.pointee[keyPath: keyPath]
        guard value != kept.value else { return }
        kept.value = value
        sink(value)
      }
    }
    return observe { state in
      let value = UnsafeRawPointer(state).advanced(by: offset).assumingMemoryBound(to: Value.self)
      guard value.pointee != kept.value else { return }
      kept.value = value.pointee
      sink(value.pointee)
    }
  }
}

extension Reactable where State: Sendable {
  /// A new stream of the present state and each committed one.
  ///
  /// Unsubscribes when it is dropped.
  public var states: AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self)
    let end = StreamEnd(continuation)
    let subscription = observe { end.continuation.yield($0.pointee) }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }
}

/// What a distinct observer compares with.
@usableFromInline
@MainActor
final class KeptValue<Value> {
  // Not checked for overlapping accesses: a core never calls an observer from inside itself.
  @usableFromInline @exclusivity(unchecked) var value: Value?

  @inlinable
  init() {}
}

/// Ends a stream when its core lets go of it.
private final class StreamEnd<Element: Sendable>: Sendable {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit { continuation.finish() }
}
