#if canImport(Combine)
import Combine

/// Publishes the elements that a source of this package delivers to its sinks.
///
/// Elements are published on the main actor: inside the source's own call up to the subscriber's
/// demand; the rest waits, in order. A subscription made on the main actor is complete when
/// `receive` returns, one made elsewhere in the main queue's next turn.
///
/// Neither the publisher nor a subscription need retain the source. When the source releases its
/// sink, because it has finished or is released, the subscription ends, after the waiting elements.
package struct SourcePublisher<Output>: Publisher {
  package typealias Failure = Never

  /// Subscribes a sink to the source; `nil` if the source is released.
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
