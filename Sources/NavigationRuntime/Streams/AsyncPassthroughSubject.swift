/// Delivers elements to all current subscribers.
///
/// Subscribing is synchronous: as soon as ``stream`` or ``sink(_:)`` has returned, the subscriber
/// misses nothing. Each subscriber receives every element, in the order of the calls to
/// ``send(_:)``.
///
/// ```swift
/// let taps = AsyncPassthroughSubject<Int>()
/// let subscription = taps.sink { print("tapped", $0) }
/// taps.send(1)
/// ```
@MainActor
public final class AsyncPassthroughSubject<Element> {
  @usableFromInline let multicast = Multicast<Element>()

  /// Makes a subject without subscribers.
  public init() {}

  /// Sends an element to every subscriber before it returns.
  ///
  /// An element sent from inside a delivery follows after it. Has no effect after ``finish()``.
  ///
  /// - Parameter element: The element.
  @inlinable
  public func send(_ element: Element) {
    multicast.send(element)
  }

  /// Ends all present and future streams; later elements are ignored.
  public func finish() {
    multicast.finish()
  }

  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called on the main actor, inside `send`, for each element from now on.
  /// - Returns: The handle that keeps the closure subscribed.
  public func sink(_ receive: @escaping @MainActor (Element) -> Void) -> Cancellation {
    multicast.sink(receive)
  }
}

extension AsyncPassthroughSubject where Element: Sendable {
  /// A new stream of the elements from now on.
  public var stream: AsyncStream<Element> { multicast.stream }

  /// The entry point for other threads.
  public var sender: SubjectSender<Element> { multicast.sender }
}

extension AsyncPassthroughSubject where Element == Void {
  /// Sends the only value.
  public func send() { send(()) }
}
