/// Delivers elements to any number of sinks, directly and in order.
///
/// The one mechanism behind both subjects and all other publishing. Each sink receives an element
/// before `send` returns, in the order of subscription. An element that a sink sends meanwhile
/// waits until the current one has been delivered to all, so that all sinks observe the same order.
/// A sink receives the buffered elements and exactly those sent after it has subscribed, and none
/// after it has been cancelled.
@MainActor
@usableFromInline
package final class Multicast<Element>: Subscriptions {
  @usableFromInline
  class Sink: MulticastSink {
    // Not checked for overlapping accesses: objects that the closures own may send, subscribe and
    // cancel in their `deinit`, which follows the replacement.
    @exclusivity(unchecked) @usableFromInline final var receive: (@MainActor (Element) -> Void)?

    init(id: Int, receive: @escaping @MainActor (Element) -> Void) {
      self.receive = receive
      super.init(id: id)
    }

    override func release() { receive = nil }
  }

  /// A sink that is notified of the end, as few are.
  private final class FinishingSink: Sink {
    // Not checked, as above.
    @exclusivity(unchecked) private var storedFinish: (@MainActor () -> Void)?

    init(
      id: Int, receive: @escaping @MainActor (Element) -> Void,
      finish: @escaping @MainActor () -> Void
    ) {
      storedFinish = finish
      super.init(id: id, receive: receive)
    }

    override var finish: (@MainActor () -> Void)? { storedFinish }

    override func release() {
      super.release()
      storedFinish = nil
    }
  }

  // Not checked for overlapping accesses, as above.
  @exclusivity(unchecked) @usableFromInline package var isFinished = false
  /// The elements sent during a delivery; made on first use, since few sinks send.
  @exclusivity(unchecked) @usableFromInline var waiting: WaitingElements<Element>?
  /// The elements that are kept for later subscribers; `nil` if none are.
  @usableFromInline let history: MulticastHistory<Element>?
  /// The entry point for other threads, made on first use.
  // Not checked, as above: set once.
  @exclusivity(unchecked) @usableFromInline var entrance: MulticastEntrance?

  package init(bufferSize: Int = 0, backlogLimit: Int = 0, replaysBacklog: Bool = false) {
    history =
      bufferSize > 0 || backlogLimit > 0
      ? MulticastHistory(
        bufferSize: bufferSize, backlogLimit: backlogLimit, replaysBacklog: replaysBacklog) : nil
    super.init()
  }

  /// Delivers `element` to every sink; has no effect after ``finish()``.
  @inlinable
  package func send(_ element: Element) {
    entrance?.drain()
    accept(element)
  }

  @inlinable
  func accept(_ element: Element) {
    guard !isFinished else { return }
    history?.append(element)
    if isDelivering {
      wait(element)
    } else if onlySink != nil || !sinks.isEmpty {
      isDelivering = true
      deliver(element, before: nextSinkID)
      endDelivery()
    }
  }

  @inlinable
  func wait(_ element: Element) {
    let waiting = waiting ?? WaitingElements()
    self.waiting = waiting
    waiting.queue.append((element, nextSinkID))
  }

  /// Ends every sink, after the delivery of all earlier elements.
  package func finish() {
    entrance?.drain()
    guard !isFinished else { return }
    isFinished = true
    history?.removeBuffer()
    if !isDelivering { releaseSinks() }
  }

  /// Adds a sink.
  ///
  /// - Parameters:
  ///   - onFinish: Called when the multicast finishes; synchronously if it has finished already.
  ///   - receive: Called for each buffered element before `sink` returns, then for each later one.
  /// - Returns: The handle that keeps the sink subscribed.
  package func sink(
    onFinish: (@MainActor () -> Void)? = nil, _ receive: @escaping @MainActor (Element) -> Void
  ) -> Cancellation {
    entrance?.drain()
    return add(replaying: history?.replayed, onFinish: onFinish, receive)
  }

  /// Adds a consuming sink; the first one receives the backlog.
  ///
  /// The backlog is every element sent before the first consumer, also after ``finish()``. A later
  /// consumer starts with the next element; no consumer receives the buffer.
  package func consume(
    onFinish: (@MainActor () -> Void)? = nil, _ receive: @escaping @MainActor (Element) -> Void
  ) -> Cancellation {
    entrance?.drain()
    return add(replaying: history?.takeBacklog(), onFinish: onFinish, receive)
  }

  private func add(
    replaying elements: Queue<Element>?, onFinish: (@MainActor () -> Void)?,
    _ receive: @escaping @MainActor (Element) -> Void
  ) -> Cancellation {
    guard !isFinished else {
      for element in elements?.elements ?? [] { receive(element) }
      onFinish?()
      return Cancellation {}
    }
    let sink =
      onFinish.map { FinishingSink(id: nextSinkID, receive: receive, finish: $0) }
      ?? Sink(id: nextSinkID, receive: receive)
    nextSinkID += 1
    let handle = add(sink)
    if let elements { replay(elements, to: sink) }
    return handle
  }

  /// Delivers to one sink only; elements that it sends meanwhile have to wait.
  private func replay(_ elements: Queue<Element>, to sink: Sink) {
    guard !elements.isEmpty else { return }
    let isNested = isDelivering
    isDelivering = true
    for element in elements.elements { sink.receive?(element) }
    if !isNested { endDelivery() }
  }

  @inlinable
  func deliver(_ element: Element, before endSinkID: Int) {
    if let onlySink {
      if onlySink.id < endSinkID {
        Self.typed(onlySink).receive?(element)
      } else if onlySink.isCancelled {
        hasCancelledSinks = true
      }
      return
    }
    // A local reference: a sink that subscribes or cancels meanwhile changes a copy.
    let sinks = sinks
    let count = Self.deliver(element, toFirst: sinks, before: endSinkID)
    if count < sinks.count { deliver(element, to: sinks[count...], before: endSinkID) }
  }

  /// Delivers to the sinks before the first one that has been cancelled, or is too new; returns
  /// their number.
  // Not of the instance, which would take a register from the loop.
  @inlinable
  @inline(never)
  static func deliver(
    _ element: Element, toFirst sinks: [MulticastSink], before endSinkID: Int
  ) -> Int {
    var count = 0
    for sink in sinks {
      guard sink.id < endSinkID else { break }
      typed(sink).receive?(element)
      count += 1
    }
    return count
  }

  /// Delivers to the sinks from that one on.
  @inlinable
  @inline(never)
  func deliver(_ element: Element, to sinks: ArraySlice<MulticastSink>, before endSinkID: Int) {
    for sink in sinks {
      if sink.id < endSinkID {
        Self.typed(sink).receive?(element)
      } else if sink.isCancelled {
        hasCancelledSinks = true
      } else {
        break
      }
    }
  }

  /// A subscription with its element: all are of this type.
  @inlinable
  @inline(__always)
  static func typed(_ sink: MulticastSink) -> Sink { unsafeDowncast(sink, to: Sink.self) }

  @inlinable
  func endDelivery() {
    while let waiting, let (element, endSinkID) = waiting.queue.popFirst() {
      deliver(element, before: endSinkID)
    }
    isDelivering = false
    if hasCancelledSinks { removeCancelledSinks() }
    if isFinished { releaseSinks() }
  }

  @usableFromInline
  func releaseSinks() {
    // Listed until all have finished, so that a sink cancelled meanwhile is not notified.
    let finished = allSinks
    defer {
      onlySink = nil
      sinks = []
    }
    for sink in finished {
      let finish = sink.finish
      sink.release()
      finish?()
    }
  }
}

/// The elements sent during a delivery, each with the first sink that must not receive it.
@MainActor
@_fixed_layout
@usableFromInline
final class WaitingElements<Element> {
  // Not checked for overlapping accesses, as those of the multicast.
  @exclusivity(unchecked) @usableFromInline
  var queue = Queue<(element: Element, endSinkID: Int)>()

  @inlinable
  init() {}
}

/// The mailbox of a multicast, without its element; an object, since few have one.
@MainActor
@_fixed_layout
@usableFromInline
final class MulticastEntrance {
  @usableFromInline let mailbox: AnyObject
  @usableFromInline let drain: @MainActor () -> Void

  @inlinable
  init(_ mailbox: AnyObject, drain: @escaping @MainActor () -> Void) {
    self.mailbox = mailbox
    self.drain = drain
  }
}

/// The elements that a multicast keeps for later subscribers; an object, since most keep none.
@MainActor
@usableFromInline
final class MulticastHistory<Element> {
  // Not checked for overlapping accesses, as those of the multicast.
  /// The newest elements, which a new sink receives first.
  @exclusivity(unchecked) @usableFromInline var buffer = Queue<Element>()
  /// The maximum number of buffered elements.
  @usableFromInline let bufferSize: Int
  /// The elements sent before the first consumer; `nil` if none are kept or it has subscribed.
  @exclusivity(unchecked) @usableFromInline var backlog: Queue<Element>?
  /// The number of newest elements kept for the first consumer.
  @usableFromInline let backlogLimit: Int
  /// Whether a sink receives the backlog, while there is one, instead of the buffer.
  private let replaysBacklog: Bool
  /// The number of leading backlog elements that the first consumer has received in another way.
  private var takenCount: Int32 = 0

  init(bufferSize: Int, backlogLimit: Int, replaysBacklog: Bool) {
    self.bufferSize = max(0, bufferSize)
    self.backlogLimit = max(0, backlogLimit)
    self.replaysBacklog = replaysBacklog
    backlog = backlogLimit > 0 ? Queue() : nil
  }

  @inlinable
  func append(_ element: Element) {
    if bufferSize > 0 { _ = buffer.append(element, limit: bufferSize) }
    if backlog != nil { _ = backlog?.append(element, limit: backlogLimit) }
  }

  /// The elements that a new sink receives first.
  var replayed: Queue<Element> { replaysBacklog ? backlog ?? buffer : buffer }

  /// Returns what a consumer receives first: the backlog, if it is the first one.
  func takeBacklog() -> Queue<Element>? {
    guard var taken = backlog else { return nil }
    backlog = nil
    for _ in 0..<min(Int(takenCount), taken.count) { _ = taken.popFirst() }
    return taken
  }

  /// Records that the first consumer has received the first elements in another way.
  func didTake(first count: Int) { takenCount = max(takenCount, Int32(count)) }

  func removeBuffer() {
    let old = buffer
    buffer = Queue()
    withExtendedLifetime(old) {}
  }
}

extension Multicast where Element: Sendable {
  /// The entry point for other threads; always the same mailbox.
  @inlinable
  package var sender: SubjectSender<Element> {
    if let mailbox = entrance?.mailbox as? Mailbox<Element> {
      return SubjectSender(mailbox: mailbox)
    }
    let mailbox = Mailbox<Element> { [weak self] in self?.accept($0) }
    entrance = MulticastEntrance(mailbox) { mailbox.drain() }
    return SubjectSender(mailbox: mailbox)
  }
}

extension Multicast where Element: Sendable {
  /// A stream of the buffered elements and the elements from now on.
  ///
  /// The stream unsubscribes when it is dropped, and ends when the multicast finishes or is
  /// released.
  package var stream: AsyncStream<Element> {
    .subscribing { end in sink(onFinish: { end.finish() }) { end.yield($0) } }
  }
}

/// The source's end of a stream; finishes the stream, at the latest when the source releases it, so
/// that no iteration waits for a released source.
package final class StreamEnd<Element: Sendable>: Sendable {
  private let continuation: AsyncStream<Element>.Continuation

  fileprivate init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  package func yield(_ element: Element) { continuation.yield(element) }

  package func finish() { continuation.finish() }

  deinit { continuation.finish() }
}

extension AsyncStream where Element: Sendable {
  /// Returns a stream that unsubscribes from its source when it is dropped; the subscribed closure
  /// retains the stream's end.
  @MainActor
  package static func subscribing(
    _ subscribe: @MainActor (StreamEnd<Element>) -> Cancellation
  ) -> AsyncStream {
    let (stream, continuation) = makeStream()
    let subscription = subscribe(StreamEnd(continuation))
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }
}
