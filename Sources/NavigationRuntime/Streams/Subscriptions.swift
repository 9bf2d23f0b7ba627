/// A subscription of a ``Multicast``, without its element.
///
/// Its handle retains it, so that a subscription needs no weak reference. After its end it owns
/// nothing.
@MainActor
@usableFromInline
class MulticastSink {
  /// Its number, in the order of subscription; the greatest one when it has been cancelled, and waits
  /// for its removal.
  // Unchecked, as those of the multicast.
  @exclusivity(unchecked) @usableFromInline final var id: Int

  init(id: Int) {
    self.id = id
  }

  @usableFromInline final var isCancelled: Bool { id == .max }

  /// Called when the multicast finishes.
  var finish: (@MainActor () -> Void)? { nil }

  final func cancel() {
    id = .max
    release()
  }

  /// Releases the closures.
  func release() {}
}

/// The subscriptions of a ``Multicast``: what does not depend on the element.
@MainActor
@usableFromInline
package class Subscriptions {
  // Not checked for overlapping accesses, which would be half of the cost of `send`. Each access is
  // a load, a store or a change of an array, on the main actor, and no other code runs during one:
  // closures are called, and the objects they own released, from local copies.
  /// The sink, if there is one alone, as in most: it needs no array.
  @exclusivity(unchecked) @usableFromInline final var onlySink: MulticastSink?
  /// The sinks, if there are several, in the order of their subscription.
  @exclusivity(unchecked) @usableFromInline final var sinks: [MulticastSink] = []
  @exclusivity(unchecked) @usableFromInline final var nextSinkID = 0
  @exclusivity(unchecked) @usableFromInline final var isDelivering = false
  /// Whether the delivery has met a cancelled sink, which is removed after it.
  @exclusivity(unchecked) @usableFromInline final var hasCancelledSinks = false

  init() {}

  deinit {
    // The handles retain the sinks, but not what the closures own.
    if let onlySink {
      onMainActor { onlySink.release() }
    } else if !sinks.isEmpty {
      onMainActor { [sinks] in for sink in sinks { sink.release() } }
    }
  }

  final var allSinks: [MulticastSink] { onlySink.map { [$0] } ?? sinks }

  /// Adds a sink; returns its handle.
  final func add(_ sink: MulticastSink) -> Cancellation {
    if let first = onlySink.take() {
      if first.isCancelled { onlySink = sink } else { sinks = [first, sink] }
    } else if sinks.isEmpty {
      onlySink = sink
    } else {
      if sinks.count == sinks.capacity { sweep() }
      sinks.append(sink)
    }
    // Nothing but the sink is captured, so that the closure needs no memory.
    return Cancellation { sink.cancel() }
  }

  /// Removes cancelled sinks before the array grows, since there may be no delivery.
  private final func sweep() {
    let count = sinks.count
    sinks.removeAll(where: \.isCancelled)
    // Otherwise one cancelled sink for each new one would cause a sweep each time.
    if sinks.count > count / 2 { sinks.reserveCapacity(count * 2) }
  }

  @usableFromInline
  final func removeCancelledSinks() {
    hasCancelledSinks = false
    if onlySink?.isCancelled ?? false { onlySink = nil }
    sinks.removeAll(where: \.isCancelled)
    guard sinks.count == 1 else { return }
    onlySink = sinks[0]
    sinks = []
  }

  /// The number of sinks for which there is memory, cancelled ones included.
  package final var storedSinkCount: Int { allSinks.count }

  package final var sinkCount: Int { allSinks.reduce(0) { $0 + ($1.isCancelled ? 0 : 1) } }
}
