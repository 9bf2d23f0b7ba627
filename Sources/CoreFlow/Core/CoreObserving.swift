extension Core {
  /// Observes the state without copying it.
  ///
  /// An observer that subscribes inside `reduce` first receives the state that it commits. An
  /// action that an observer sends is reduced after all observers have received the current state.
  ///
  /// - Parameter observer: Called with the current state before this method returns, then with each
  ///   committed state, once and in order.
  /// - Returns: A handle that keeps the observer subscribed.
  @inlinable
  public final func observe(_ observer: @escaping StateObserver<State>) -> Cancellation {
    let id = nextObserverID
    nextObserverID += 1
    observers.append(StateSink(id: id, receive: observer))
    deliverFirst(to: observer)
    return subscription(id)
  }

  @inlinable
  final func deliverFirst(to observer: StateObserver<State>) {
    let resting = phase
    guard resting != .reducing else { return }
    if resting.isResting { phase = .notifying }
    observer(&storage)
    guard resting.isResting else { return }
    if hasPendingWork { finishWork() } else { phase = resting }
  }

  @usableFromInline
  final func subscription(_ id: Int) -> Cancellation { Cancellation(id, of: self) }

  package final func removeSubscription(_ id: Int) {
    guard let index = observerIndex(id) else { return }
    observers.remove(at: index)
    if phase == .notifying { hasLostObserver = true }
  }

  @usableFromInline
  final func isSubscribed(_ id: Int) -> Bool { observerIndex(id) != nil }

  /// The index of an observer.
  ///
  /// Observers are in the order of their identifiers.
  private final func observerIndex(_ id: Int) -> Int? {
    let index = observers.indices.partitioningIndex { observers[$0].id >= id }
    return index < observers.count && observers[index].id == id ? index : nil
  }
}

extension Reactable {
  /// Observes a part of the state.
  ///
  /// - Parameters:
  ///   - keyPath: The part to observe; `\.self` for the whole state.
  ///   - sink: Called with the current value before this method returns, then once for each
  ///     committed state, whether the part has changed or not.
  /// - Returns: A handle that keeps the sink subscribed.
  @inlinable
  public func observeState<Value>(
    _ keyPath: KeyPath<State, Value>, sink: @escaping @MainActor (Value) -> Void
  ) -> Cancellation {
    observe { sink($0.pointee[keyPath: keyPath]) }
  }

  /// Observes the changes of a part of the state.
  ///
  /// A stored property is compared in place, by its offset. Other parts are read through the key
  /// path. Values are compared by `==`, so a part that contains a NaN, which does not equal itself,
  /// counts as changed after each action.
  ///
  /// - Parameters:
  ///   - keyPath: The part to observe.
  ///   - sink: Called with the current value before this method returns, then whenever the part has
  ///     changed.
  /// - Returns: A handle that keeps the sink subscribed.
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
  /// A new stream of the current state, then of each committed one.
  ///
  /// Releasing the stream unsubscribes it.
  public var states: AsyncStream<State> {
    .subscribing { end in observe { end.yield($0.pointee) } }
  }
}

/// The last value of a distinct observer.
@usableFromInline
@MainActor
final class KeptValue<Value> {
  // Exclusivity is unchecked: a core never calls an observer reentrantly.
  @usableFromInline @exclusivity(unchecked) var value: Value?

  @inlinable
  init() {}
}
