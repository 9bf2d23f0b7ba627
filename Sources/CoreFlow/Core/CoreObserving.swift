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
    observe(part: .whole) { observer($0.assumingMemoryBound(to: State.self)) }
  }

  /// Observes the state, except when the bytes show that a part is unchanged.
  ///
  /// - Parameters:
  ///   - part: The part; retained by the observer.
  ///   - observer: The observer, which receives a pointer to the state.
  /// - Returns: A handle that keeps the observer subscribed.
  @inlinable
  final func observe(
    part: ObservedPart, _ observer: @escaping @MainActor (UnsafeRawPointer) -> Void
  ) -> Cancellation {
    let id = nextObserverID
    nextObserverID += 1
    observers.append(StateSink(id: id, part: part, receive: observer))
    deliverFirst(to: observer)
    return subscription(id)
  }

  @inlinable
  final func deliverFirst(to observer: @MainActor (UnsafeRawPointer) -> Void) {
    let resting = phase
    guard resting != .reducing else { return }
    if resting.isResting { phase = .notifying }
    withUnsafePointer(to: &storage) { observer($0) }
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
    observers.indices.index(of: id) { observers[$0].id }
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
  /// Values are compared by `==`, so a part that contains a NaN, which does not equal itself, counts
  /// as changed after each action. A stored property is the cheapest part: it is compared in place,
  /// without a copy. Any other part is read through the key path after each action.
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
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
      let kept = KeptValue<Value>()
      return observe { state in
        let value = state.pointee[keyPath: keyPath]
        guard value != kept.value else { return }
        kept.value = value
        sink(value)
      }
    }
    let part = ObservedValue<Value>(offset: offset, sink)
    guard let core = self as? Core<Action, State> else { return observe { part.receive(in: $0) } }
    // Nothing but the part is captured, so that the closure needs no memory.
    return core.observe(part: part) { part.receive(in: $0) }
  }
}

// Without these overloads, the compiler reports a missing argument, or that `Any` is not `Equatable`.
extension Reactable {
  /// Unavailable: the part to observe is missing.
  ///
  /// - Parameter sink: A closure.
  /// - Returns: Nothing.
  @available(
    *, unavailable,
    message: "Pass the part to observe, as in observeState(\\.count), or \\.self."
  )
  public func observeState(sink: @MainActor (State) -> Void) -> Cancellation {
    fatalError("unavailable")
  }

  /// Unavailable: the part to observe is missing.
  ///
  /// - Parameter sink: A closure.
  /// - Returns: Nothing.
  @available(
    *, unavailable,
    message: "Pass the part to observe, as in observeDistinctState(\\.count), or \\.self."
  )
  public func observeDistinctState(sink: @MainActor (State) -> Void) -> Cancellation {
    fatalError("unavailable")
  }
}

extension Reactable where State: Sendable {
  /// A new stream of the current state, then of each committed one.
  ///
  /// It ends when the core is released, not when the core resigns, so a loop over it must not retain
  /// the core. Releasing the stream unsubscribes it.
  public var states: AsyncStream<State> {
    .subscribing { end in observe { end.yield($0.pointee) } }
  }
}

/// The stored property that a distinct observer observes, as far as it is known without the type of
/// its value.
///
/// Most observers of a large state see no change. A core finds that out here from the bytes of the
/// state, without retaining and calling the observer's closure.
///
/// Not isolated: a closure that is isolated would check that each time.
@_fixed_layout
@usableFromInline
class ObservedPart {
  /// The whole state, of observers that receive each one: it has no bytes that could be equal.
  @usableFromInline nonisolated(unsafe) static let whole = ObservedPart(offset: 0)

  @usableFromInline final let offset: Int
  /// The number of the value's bytes, from 1 to 16; 0 if equal bytes do not mean an equal value.
  @usableFromInline @exclusivity(unchecked) final var size = 0
  /// The bytes of the last value.
  @usableFromInline @exclusivity(unchecked) final var bytes: (UInt64, UInt64) = (0, 0)

  @inlinable
  init(offset: Int) {
    self.offset = offset
  }

  /// Whether the bytes of the part are those of the last value.
  @inlinable
  @inline(__always)
  final func isUnchanged(in state: UnsafeRawPointer) -> Bool {
    let part = state.advanced(by: offset)
    // The usual size.
    if size == 8 { return part.loadUnaligned(as: UInt64.self) == bytes.0 }
    return size > 0 && Self.bytes(at: part, size) == bytes
  }

  /// All bytes of a small value, some of them twice.
  @inlinable
  final class func bytes(at start: UnsafeRawPointer, _ size: Int) -> (UInt64, UInt64) {
    func load<Word: FixedWidthInteger>(_ type: Word.Type, _ offset: Int) -> UInt64 {
      UInt64(truncatingIfNeeded: start.loadUnaligned(fromByteOffset: offset, as: type))
    }
    return switch size {
    case 8...: (load(UInt64.self, 0), load(UInt64.self, size - 8))
    case 4...: (load(UInt32.self, 0), load(UInt32.self, size - 4))
    case 2...: (load(UInt16.self, 0), load(UInt16.self, size - 2))
    default: (load(UInt8.self, 0), 0)
    }
  }
}

/// A part, with its last value and the observer's closure.
@_fixed_layout
@usableFromInline
final class ObservedValue<Value: Equatable>: ObservedPart {
  @usableFromInline let sink: @MainActor (Value) -> Void
  // Exclusivity is unchecked: a core never calls an observer reentrantly.
  @usableFromInline @exclusivity(unchecked) private(set) var value: Value?

  @inlinable
  init(offset: Int, _ sink: @escaping @MainActor (Value) -> Void) {
    self.sink = sink
    super.init(offset: offset)
  }

  /// Receives a committed state.
  @inlinable
  @MainActor
  func receive(in state: UnsafeRawPointer) {
    let part = state.advanced(by: offset).assumingMemoryBound(to: Value.self)
    guard part.pointee != value else { return }
    keep(part.pointee)
    sink(part.pointee)
  }

  @inlinable
  func keep(_ value: Value) {
    self.value = value
    // Bytes say everything about a value without references, except about one that does not equal
    // itself, such as a NaN.
    guard _isPOD(Value.self), 1...16 ~= MemoryLayout<Value>.size, value == value else {
      return size = 0
    }
    size = MemoryLayout<Value>.size
    bytes = withUnsafeBytes(of: value) { bytes in
      bytes.baseAddress.map { Self.bytes(at: $0, bytes.count) } ?? (0, 0)
    }
  }
}

/// A value that closures share, such as the last one of a distinct observer.
@_fixed_layout
@usableFromInline
@MainActor
final class KeptValue<Value> {
  // Exclusivity is unchecked: each access is a load or a store.
  @usableFromInline @exclusivity(unchecked) var value: Value?

  @inlinable
  init() {}
}
