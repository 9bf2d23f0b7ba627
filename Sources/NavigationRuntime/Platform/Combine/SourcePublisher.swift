#if canImport(Combine)
import Combine

/// Publishes what a source of this package tells its sinks.
///
/// Everything is published on the main actor: inside the source's own call, as far as the
/// subscriber has demanded it; the rest waits, in order. Who subscribes on the main actor is
/// subscribed when `receive` returns, who subscribes elsewhere in the main queue's next turn.
///
/// Neither the publisher nor a subscription need keep the source. When the source lets go of its
/// sink, because it has finished or is gone, the subscription ends, after what waits.
package struct SourcePublisher<Output>: Publisher {
  package typealias Failure = Never

  /// Subscribes a sink to the source; `nil` if the source is gone.
  package typealias Subscribe =
    @MainActor @Sendable (@escaping @MainActor (Output) -> Void) -> Cancellation?

  private let subscribe: Subscribe

  package init(_ subscribe: @escaping Subscribe) {
    self.subscribe = subscribe
  }

  package func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Never {
    let subscription = SourceSubscription(subscriber)
    onMainActor { [subscribe] in subscription.begin(subscribe) }
  }
}
#endif
