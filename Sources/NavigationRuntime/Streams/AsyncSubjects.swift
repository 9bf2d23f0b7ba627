/// Delivers elements to all current subscribers.
///
/// Subscribing is synchronous: as soon as ``stream`` or ``sink(_:)`` has returned, the subscriber
/// misses nothing. Each subscriber receives every element that is sent from then on, in the order of
/// the calls to ``send(_:)``.
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
  @inlinable
  public var sender: SubjectSender<Element> { multicast.sender }
}

extension AsyncPassthroughSubject where Element == Void {
  /// Sends the only value.
  public func send() { send(()) }
}

/// Delivers elements to all subscribers, and replays the newest ones to late subscribers.
///
/// A subscriber first receives the buffer, the newest ``bufferSize`` elements, then every later
/// element. The buffer limits the elements that a late subscriber receives; an existing one never
/// misses any.
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
  /// - Parameter bufferSize: The number of elements to keep for late subscribers; a negative number
  ///   counts as 0.
  public init(bufferSize: Int = 1) {
    multicast = Multicast(bufferSize: bufferSize)
  }

  /// Makes a subject that also keeps everything for its first consumer.
  ///
  /// The buffer is for listeners. A consumer takes elements over, and must not miss any that were
  /// sent before it subscribed.
  package init(bufferSize: Int, keepingAllForFirstConsumer: Void) {
    multicast = Multicast(bufferSize: bufferSize, backlogLimit: .max)
  }

  /// Makes a subject that keeps everything for its first consumer, and replays it to listeners
  /// until the consumer has subscribed.
  package init(keepingAllForListeners: Void) {
    multicast = Multicast(bufferSize: 1, backlogLimit: .max, replaysBacklog: true)
  }

  /// Records that the first consumer has received the first elements in another way.
  package func consumerHasTaken(first count: Int) {
    multicast.history?.didTake(first: count)
  }

  /// The number of newest elements that a late subscriber receives.
  public var bufferSize: Int { multicast.history?.bufferSize ?? 0 }

  /// Sends an element to every subscriber before it returns, and keeps it for later ones.
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
  /// - Parameter receive: Called on the main actor: for the buffered elements before `sink`
  ///   returns, then inside `send`, for each element from now on.
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
  /// A new stream: the buffered elements, then the elements from now on.
  public var stream: AsyncStream<Element> { multicast.stream }

  /// The entry point for other threads.
  @inlinable
  public var sender: SubjectSender<Element> { multicast.sender }
}

extension AsyncReplaySubject where Element == Void {
  /// Sends the only value.
  public func send() { send(()) }
}

/// Sends into a subject from any thread.
///
/// Elements of several threads arrive in the order of their calls. An element that the main actor
/// sends directly to the subject comes after everything sent through a sender before. A sender does
/// not retain its subject; sending to a released subject has no effect.
public struct SubjectSender<Element: Sendable>: Sendable {
  @usableFromInline let mailbox: Mailbox<Element>

  @usableFromInline
  init(mailbox: Mailbox<Element>) { self.mailbox = mailbox }

  /// Sends an element; callable on any thread.
  ///
  /// - Parameter element: The element. It reaches the subject in a later turn of the main queue, or
  ///   before an element that the main actor sends directly ahead of that turn.
  @inlinable
  public func send(_ element: Element) {
    mailbox.put(element)
  }
}
