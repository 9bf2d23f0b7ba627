#if canImport(Combine)
import Combine

/// A subscriber's share of a source: its demand, and the elements that wait for it.
///
/// ```
///   source ──keeps──▶ sink ──keeps──▶ end ──keeps──▶ subscription ◀──keeps──▶ subscriber
/// ```
@MainActor
final class SourceSubscription<Downstream: Subscriber>: Subscription
where Downstream.Failure == Never {
  // A subscriber may be called on any thread, one call at a time. It is stored before other code
  // has the subscription; afterwards only the main actor accesses it.
  private nonisolated(unsafe) var downstream: Downstream?
  private var source: Cancellation?
  private var demand = Subscribers.Demand.none
  private var waiting = Queue<Downstream.Input>()
  private var isDelivering = false
  private var hasSourceEnded = false

  nonisolated init(_ downstream: Downstream) {
    self.downstream = downstream
  }

  func begin(_ subscribe: SourcePublisher<Downstream.Input>.Subscribe) {
    // A copy, here and below: the call may end the subscription.
    let downstream = downstream
    downstream?.receive(subscription: self)
    guard self.downstream != nil else { return }
    let end = SourceEnd(self)
    let source = subscribe { end.subscription.take($0) }
    // The subscriber may have cancelled already.
    if self.downstream != nil { self.source = source }
  }

  nonisolated func request(_ demand: Subscribers.Demand) {
    let count = demand.max
    onMainActor {
      self.demand += count.map { .max($0) } ?? .unlimited
      self.deliver()
    }
  }

  nonisolated func cancel() {
    onMainActor { self.end() }
  }

  fileprivate func sourceDidEnd() {
    hasSourceEnded = true
    deliver()
  }

  private func take(_ element: Downstream.Input) {
    guard downstream != nil else { return }
    waiting.append(element)
    deliver()
  }

  /// Delivers the demanded elements, then the end; nested deliveries follow.
  private func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    while demand > .none, let downstream, let element = waiting.popFirst() {
      demand -= 1
      demand += downstream.receive(element)
    }
    isDelivering = false
    guard hasSourceEnded, waiting.isEmpty, let downstream else { return }
    end()
    downstream.receive(completion: .finished)
  }

  private func end() {
    // Released when the state is consistent: the objects may run any code in their `deinit`.
    let held = (downstream, source, waiting)
    downstream = nil
    source = nil
    waiting = Queue()
    withExtendedLifetime(held) {}
  }
}

/// Notifies a subscription that its source has released the sink.
private final class SourceEnd<Downstream: Subscriber>: Sendable where Downstream.Failure == Never {
  let subscription: SourceSubscription<Downstream>

  init(_ subscription: SourceSubscription<Downstream>) {
    self.subscription = subscription
  }

  deinit {
    onMainActor { [subscription] in subscription.sourceDidEnd() }
  }
}
#endif
