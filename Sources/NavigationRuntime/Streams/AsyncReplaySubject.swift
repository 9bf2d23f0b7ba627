/// Hands what is sent to everybody who has subscribed, and its newest elements to who comes late.
///
/// A subscriber first gets the buffer, the newest ``bufferSize`` elements, then everything that
/// is sent from then on. The buffer bounds what a late subscriber sees and never what an existing
/// one misses.
///
/// ```swift
/// let steps = AsyncReplaySubject<Int>(bufferSize: 2)
/// for step in 1...3 { steps.send(step) }
/// let late = steps.sink { print($0) }  // 2, then 3
/// ```
@MainActor
public final class AsyncReplaySubject<Element> {
  @usableFromInline let multicast: Multicast<Element>

  /// Makes a subject with an empty buffer.
  ///
  /// - Parameter bufferSize: How many elements to keep for late subscribers; a negative number
  ///   counts as 0.
  public init(bufferSize: Int = 1) {
    multicast = Multicast(bufferSize: bufferSize)
  }

  /// Makes a subject that also keeps everything for its first consumer.
  ///
  /// The buffer is for who listens in; a consumer takes over, and must not miss what was sent
  /// before it came.
  package init(bufferSize: Int, keepingAllForFirstConsumer: Void) {
    multicast = Multicast(bufferSize: bufferSize, backlogLimit: .max)
  }

  /// Makes a subject that keeps everything for its first consumer, and replays it to listeners until
  /// that has come.
  package init(keepingAllForListeners: Void) {
    multicast = Multicast(bufferSize: 1, backlogLimit: .max, replaysBacklog: true)
  }

  /// Notes that the first consumer has got the first elements in another way.
  package func consumerHasTaken(first count: Int) {
    multicast.takenCount = max(multicast.takenCount, count)
  }

  /// How many of the newest elements a late subscriber gets.
  public var bufferSize: Int { multicast.bufferSize }

  /// Sends an element to every subscriber before it returns, and keeps it for later ones.
  ///
  /// An element sent from inside a delivery follows after it. After ``finish()`` it does nothing.
  ///
  /// - Parameter element: What to send.
  @inlinable
  public func send(_ element: Element) {
    multicast.send(element)
  }

  /// Ends all streams, now and later ones; what is sent afterwards is ignored.
  public func finish() {
    multicast.finish()
  }

  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called on the main actor: for the buffered elements before `sink` returns,
  ///   then inside `send`, for each element sent from now on.
  /// - Returns: The handle that keeps the closure subscribed.
  public func sink(_ receive: @escaping @MainActor (Element) -> Void) -> Cancellation {
    multicast.sink(receive)
  }

  /// Subscribes a closure that takes elements over; see ``Multicast/consume(onFinish:_:)``.
  package func consume(_ receive: @escaping @MainActor (Element) -> Void) -> Cancellation {
    multicast.consume(receive)
  }
}

extension AsyncReplaySubject where Element: Sendable {
  /// A new stream: the buffered elements, then what is sent from now on.
  public var stream: AsyncStream<Element> { multicast.stream }

  /// The way in for other threads.
  public var sender: SubjectSender<Element> { multicast.sender }
}

extension AsyncReplaySubject where Element == Void {
  /// Sends the only value there is.
  public func send() { send(()) }
}
