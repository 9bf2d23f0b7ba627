/// Delivers elements to any number of sinks, directly and in order.
///
/// The one mechanism under both subjects and everything else that publishes. An element is
/// handed to each sink in the order in which the sinks subscribed, before `send` returns. What a
/// sink sends meanwhile waits until the current element has reached everybody, so that all sinks
/// see the same order. A sink hears the buffered elements and exactly what is sent after it has
/// subscribed, and nothing after it has been cancelled.
@MainActor
@usableFromInline
package final class Multicast<Element> {
  @usableFromInline
  final class Sink {
    @usableFromInline let id: Int
    // Not checked for overlapping accesses: loaded before it is called, released after it is replaced.
    @exclusivity(unchecked) @usableFromInline var receive: (@MainActor (Element) -> Void)?
    @usableFromInline var finish: (@MainActor () -> Void)?

    init(
      id: Int,
      receive: @escaping @MainActor (Element) -> Void,
      finish: (@MainActor () -> Void)?
    ) {
      self.id = id
      self.receive = receive
      self.finish = finish
    }

    /// Lets go of the closures.
    ///
    /// They are taken out before they are released: what they hold may send, subscribe and
    /// cancel in its `deinit`.
    func release() {
      let closures = (receive, finish)
      receive = nil
      finish = nil
      withExtendedLifetime(closures) {}
    }
  }

  // Not checked for overlapping accesses, which would be half of what `send` costs. Each access is a
  // load, a store or a change of an array, on the main actor, and no other code runs during one:
  // closures are called, and what they hold is released, from local copies.
  @exclusivity(unchecked) @usableFromInline var sinks: [Sink] = []
  @exclusivity(unchecked) @usableFromInline var nextSinkID = 0
  @exclusivity(unchecked) @usableFromInline var isDelivering = false
  @exclusivity(unchecked) @usableFromInline var hasCancelledSinks = false
  @exclusivity(unchecked) @usableFromInline package var isFinished = false
  /// What was sent during a delivery, each with the first sink that must not hear it.
  @exclusivity(unchecked) @usableFromInline
  var waiting = Queue<(element: Element, endSinkID: Int)>()
  /// The newest elements, which a new sink gets first.
  @exclusivity(unchecked) @usableFromInline var buffer = Queue<Element>()
  /// How many they are at most.
  @usableFromInline package let bufferSize: Int
  /// What was sent before the first consumer came; `nil` if nothing is kept for one, or it came.
  @exclusivity(unchecked) @usableFromInline var backlog: Queue<Element>?
  /// How many of the newest elements are kept for the first consumer.
  @usableFromInline let backlogLimit: Int
  /// Whether a sink gets what is kept for the first consumer, as long as it is, instead of the buffer.
  private let replaysBacklog: Bool
  /// How many of the first elements in the backlog the first consumer has got in another way.
  var takenCount = 0
  /// The way in for other threads, made on first use.
  var mailbox: AnyObject?
  // Not checked, as above: set once, and called from a loaded copy.
  @exclusivity(unchecked) @usableFromInline var drainMailbox: (@MainActor () -> Void)?

  package init(bufferSize: Int = 0, backlogLimit: Int = 0, replaysBacklog: Bool = false) {
    self.replaysBacklog = replaysBacklog
    self.bufferSize = max(0, bufferSize)
    self.backlogLimit = max(0, backlogLimit)
    backlog = backlogLimit > 0 ? Queue() : nil
  }

  package var sinkCount: Int { sinks.reduce(0) { $0 + ($1.receive == nil ? 0 : 1) } }

  /// Hands `element` to every sink, or does nothing after ``finish()``.
  @inlinable
  package func send(_ element: Element) {
    drainMailbox?()
    accept(element)
  }

  @inlinable
  func accept(_ element: Element) {
    guard !isFinished else { return }
    if bufferSize > 0 {
      let oldest = buffer.count == bufferSize ? buffer.popFirst() : nil
      buffer.append(element)
      withExtendedLifetime(oldest) {}
    }
    if backlog != nil {
      backlog?.append(element)
      if let count = backlog?.count, count > backlogLimit { _ = backlog?.popFirst() }
    }
    if isDelivering {
      waiting.append((element, nextSinkID))
    } else if !sinks.isEmpty {
      isDelivering = true
      deliver(element, before: nextSinkID)
      endDelivery()
    }
  }

  /// Ends every sink, after what was sent before has reached it.
  package func finish() {
    drainMailbox?()
    guard !isFinished else { return }
    isFinished = true
    let old = buffer
    buffer = Queue()
    withExtendedLifetime(old) {}
    if !isDelivering { releaseSinks() }
  }

  /// Adds a sink.
  ///
  /// - Parameters:
  ///   - onFinish: Called when the multicast finishes; at once if it has finished already.
  ///   - receive: Called for each buffered element before `sink` returns, then for each element
  ///     that is sent.
  /// - Returns: The handle that keeps the sink subscribed.
  package func sink(
    onFinish: (@MainActor () -> Void)? = nil,
    _ receive: @escaping @MainActor (Element) -> Void
  ) -> Cancellation {
    let kept = replaysBacklog ? backlog ?? buffer : buffer
    return add(replaying: kept, onFinish: onFinish, receive)
  }

  /// Adds a sink that takes elements over: nobody else hears for the first time of what it gets.
  ///
  /// The first consumer gets the backlog, everything that was sent before it came, even after
  /// ``finish()``. A later one starts with what is sent next; no consumer gets the buffer.
  package func consume(
    onFinish: (@MainActor () -> Void)? = nil,
    _ receive: @escaping @MainActor (Element) -> Void
  ) -> Cancellation {
    drainMailbox?()
    var kept = backlog ?? Queue()
    backlog = nil
    for _ in 0..<min(takenCount, kept.count) { _ = kept.popFirst() }
    return add(replaying: kept, onFinish: onFinish, receive)
  }

  private func add(
    replaying elements: Queue<Element>,
    onFinish: (@MainActor () -> Void)?,
    _ receive: @escaping @MainActor (Element) -> Void
  ) -> Cancellation {
    guard !isFinished else {
      for element in elements.elements { receive(element) }
      onFinish?()
      return Cancellation {}
    }
    let sink = Sink(id: nextSinkID, receive: receive, finish: onFinish)
    nextSinkID += 1
    sinks.append(sink)
    replay(elements, to: sink)
    let id = sink.id
    return Cancellation { [weak self] in self?.cancel(id) }
  }

  /// A delivery like any other, but to one sink: what it sends meanwhile has to wait.
  private func replay(_ elements: Queue<Element>, to sink: Sink) {
    guard !elements.isEmpty else { return }
    let isNested = isDelivering
    isDelivering = true
    for element in elements.elements { sink.receive?(element) }
    if !isNested { endDelivery() }
  }

  @inlinable
  func deliver(_ element: Element, before endSinkID: Int) {
    if sinks.count == 1 {
      let sink = sinks[0]
      if sink.id < endSinkID { sink.receive?(element) }
      return
    }
    // A local reference: a sink that subscribes or cancels meanwhile changes a copy.
    let sinks = sinks
    for sink in sinks {
      guard sink.id < endSinkID else { break }
      sink.receive?(element)
    }
  }

  @inlinable
  func endDelivery() {
    while let (element, endSinkID) = waiting.popFirst() {
      deliver(element, before: endSinkID)
    }
    isDelivering = false
    if hasCancelledSinks {
      hasCancelledSinks = false
      sinks.removeAll { $0.receive == nil }
    }
    if isFinished { releaseSinks() }
  }

  private func cancel(_ id: Int) {
    var low = 0
    var high = sinks.count
    while low < high {
      let middle = (low + high) / 2
      if sinks[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < sinks.count, sinks[low].id == id else { return }
    let sink = sinks[low]
    if isDelivering {
      hasCancelledSinks = true
    } else {
      sinks.remove(at: low)
    }
    sink.release()
  }

  @usableFromInline
  func releaseSinks() {
    // Listed until all are told, so that what one of them cancels is not told.
    let finished = sinks
    defer { sinks = [] }
    for sink in finished {
      let finish = sink.finish
      sink.release()
      finish?()
    }
  }
}
