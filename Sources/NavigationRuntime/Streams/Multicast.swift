/// A subscription of a ``Multicast``, without its element.
@MainActor
@usableFromInline
class MulticastSink {
  @usableFromInline final let id: Int
  /// Whether it has been cancelled, and waits for its removal.
  @usableFromInline final var isCancelled = false

  init(id: Int) {
    self.id = id
  }

  /// Releases the closures.
  func release() {}
}

/// The subscriptions of a ``Multicast``: what does not depend on the element.
@MainActor
@usableFromInline
package class Subscriptions: SubscriptionOwner {
  // Not checked for overlapping accesses, which would be half of the cost of `send`. Each access is
  // a load, a store or a change of an array, on the main actor, and no other code runs during one:
  // closures are called, and the objects they own released, from local copies.
  /// The sink, if there is one alone, as in most: it needs no array.
  @exclusivity(unchecked) @usableFromInline final var onlySink: MulticastSink?
  /// The sinks, if there are several, in the order of their identifiers.
  @exclusivity(unchecked) @usableFromInline final var sinks: [MulticastSink] = []
  @exclusivity(unchecked) @usableFromInline final var nextSinkID = 0
  @exclusivity(unchecked) @usableFromInline final var isDelivering = false
  @exclusivity(unchecked) @usableFromInline final var hasCancelledSinks = false

  init() {}

  final var allSinks: [MulticastSink] { onlySink.map { [$0] } ?? sinks }

  final func add(_ sink: MulticastSink) {
    if let first = onlySink.take() {
      sinks = [first, sink]
    } else if sinks.isEmpty {
      onlySink = sink
    } else {
      sinks.append(sink)
    }
  }

  package final func removeSubscription(_ id: Int) {
    guard let sink = sink(id), !sink.isCancelled else { return }
    sink.isCancelled = true
    if isDelivering { hasCancelledSinks = true } else { removeCancelledSink(id) }
    sink.release()
  }

  private final func sink(_ id: Int) -> MulticastSink? {
    if let onlySink { return onlySink.id == id ? onlySink : nil }
    let index = index(of: id)
    return index < sinks.count && sinks[index].id == id ? sinks[index] : nil
  }

  private final func index(of id: Int) -> Int {
    sinks.indices.partitioningIndex { sinks[$0].id >= id }
  }

  private final func removeCancelledSink(_ id: Int) {
    if onlySink != nil { return onlySink = nil }
    sinks.remove(at: index(of: id))
    keepOnlySink()
  }

  @usableFromInline
  final func removeCancelledSinks() {
    hasCancelledSinks = false
    if onlySink?.isCancelled ?? false { onlySink = nil }
    sinks.removeAll(where: \.isCancelled)
    keepOnlySink()
  }

  private final func keepOnlySink() {
    guard sinks.count == 1 else { return }
    onlySink = sinks[0]
    sinks = []
  }

  package final var sinkCount: Int { allSinks.reduce(0) { $0 + ($1.isCancelled ? 0 : 1) } }
}

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
  final class Sink: MulticastSink {
    // Not checked for overlapping accesses: objects that the closures own may send, subscribe and
    // cancel in their `deinit`, which follows the replacement.
    @exclusivity(unchecked) @usableFromInline var receive: (@MainActor (Element) -> Void)?
    @exclusivity(unchecked) @usableFromInline var finish: (@MainActor () -> Void)?

    init(
      id: Int,
      receive: @escaping @MainActor (Element) -> Void,
      finish: (@MainActor () -> Void)?
    ) {
      self.receive = receive
      self.finish = finish
      super.init(id: id)
    }

    override func release() {
      receive = nil
      finish = nil
    }
  }

  // Not checked for overlapping accesses, as above.
  @exclusivity(unchecked) @usableFromInline package var isFinished = false
  /// The elements sent during a delivery, each with the first sink that must not receive it.
  @exclusivity(unchecked) @usableFromInline
  var waiting = Queue<(element: Element, endSinkID: Int)>()
  /// The elements that are kept for later subscribers; `nil` if none are.
  @usableFromInline let history: MulticastHistory<Element>?
  /// The entry point for other threads, made on first use.
  @usableFromInline var mailbox: AnyObject?
  // Not checked, as above: set once, and called from a loaded copy.
  @exclusivity(unchecked) @usableFromInline var drainMailbox: (@MainActor () -> Void)?

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
    drainMailbox?()
    accept(element)
  }

  @inlinable
  func accept(_ element: Element) {
    guard !isFinished else { return }
    history?.append(element)
    if isDelivering {
      waiting.append((element, nextSinkID))
    } else if onlySink != nil || !sinks.isEmpty {
      isDelivering = true
      deliver(element, before: nextSinkID)
      endDelivery()
    }
  }

  /// Ends every sink, after the delivery of all earlier elements.
  package func finish() {
    drainMailbox?()
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
    onFinish: (@MainActor () -> Void)? = nil,
    _ receive: @escaping @MainActor (Element) -> Void
  ) -> Cancellation {
    drainMailbox?()
    return add(replaying: history?.replayed, onFinish: onFinish, receive)
  }

  /// Adds a consuming sink; the first one receives the backlog.
  ///
  /// The backlog is every element sent before the first consumer, also after ``finish()``. A later
  /// consumer starts with the next element; no consumer receives the buffer.
  package func consume(
    onFinish: (@MainActor () -> Void)? = nil,
    _ receive: @escaping @MainActor (Element) -> Void
  ) -> Cancellation {
    drainMailbox?()
    return add(replaying: history?.takeBacklog(), onFinish: onFinish, receive)
  }

  private func add(
    replaying elements: Queue<Element>?,
    onFinish: (@MainActor () -> Void)?,
    _ receive: @escaping @MainActor (Element) -> Void
  ) -> Cancellation {
    guard !isFinished else {
      for element in elements?.elements ?? [] { receive(element) }
      onFinish?()
      return Cancellation {}
    }
    let sink = Sink(id: nextSinkID, receive: receive, finish: onFinish)
    nextSinkID += 1
    add(sink)
    if let elements { replay(elements, to: sink) }
    return Cancellation(sink.id, of: self)
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
      if onlySink.id < endSinkID { Self.typed(onlySink).receive?(element) }
      return
    }
    // A local reference: a sink that subscribes or cancels meanwhile changes a copy.
    let sinks = sinks
    for sink in sinks {
      guard sink.id < endSinkID else { break }
      Self.typed(sink).receive?(element)
    }
  }

  /// A subscription with its element: all are of this type.
  @inlinable
  @inline(__always)
  static func typed(_ sink: MulticastSink) -> Sink { unsafeDowncast(sink, to: Sink.self) }

  @inlinable
  func endDelivery() {
    while !waiting.isEmpty, let (element, endSinkID) = waiting.popFirst() {
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
      let finish = Self.typed(sink).finish
      sink.release()
      finish?()
    }
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
  var takenCount = 0

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
    for _ in 0..<min(takenCount, taken.count) { _ = taken.popFirst() }
    return taken
  }

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
    if let mailbox = mailbox as? Mailbox<Element> { return SubjectSender(mailbox: mailbox) }
    let mailbox = Mailbox<Element> { [weak self] in self?.accept($0) }
    self.mailbox = mailbox
    drainMailbox = { mailbox.drain() }
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
  /// Returns a stream that unsubscribes from its source when it is dropped.
  ///
  /// - Parameter subscribe: Subscribes a closure that retains the stream's end.
  /// - Returns: The stream.
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
