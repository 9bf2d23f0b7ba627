#if canImport(Combine)
import Combine

extension NavigationStore {
  /// Publishes each change from the subscription on, with its cause.
  ///
  /// Finishes when the store is released; the publisher does not retain it.
  public var changesPublisher: AnyPublisher<NavigationChange, Never> {
    SourcePublisher { [weak self] in self?.onChange($0) }.eraseToAnyPublisher()
  }

  /// Publishes the current tree, then the tree of each settle point that changed it.
  ///
  /// Finishes when the store is released; the publisher does not retain it.
  public var treePublisher: AnyPublisher<NavigationTree, Never> {
    SourcePublisher { [weak self] receive in
      guard let self else { return nil }
      let subscription = onChange { [weak self] _ in if let self { receive(tree) } }
      receive(tree)
      return subscription
    }
    // Several changes of one settle point lead to one tree.
    .removeDuplicates()
    .eraseToAnyPublisher()
  }
}

extension Presentable {
  /// Publishes whether the presentable is visible: the current value at once if it is known, then
  /// each change.
  ///
  /// Finishes when the presentable is released; the publisher does not retain it.
  public var isVisiblePublisher: AnyPublisher<Bool, Never> {
    presentationPublisher { event in
      if case .visible(let isVisible) = event { isVisible } else { nil }
    }
  }

  /// Publishes one element when the presentable has left the tree, and finishes.
  ///
  /// Finishes without an element when the presentable is released; the publisher does not retain
  /// it.
  public var onDismissedPublisher: AnyPublisher<Void, Never> {
    presentationPublisher { event in event == .dismissed ? () : nil }.first().eraseToAnyPublisher()
  }

  private func presentationPublisher<Output>(
    _ transform: @escaping @MainActor (PresentationEvent) -> Output?
  ) -> AnyPublisher<Output, Never> {
    SourcePublisher { [weak self] receive in
      self?.observePresentation { event in
        if let output = transform(event) { receive(output) }
      }
    }.eraseToAnyPublisher()
  }
}

extension AsyncPassthroughSubject {
  /// Publishes the elements from the subscription on.
  ///
  /// An element is published inside ``send(_:)``, on the main actor; elements beyond the
  /// subscriber's demand wait. The publisher finishes with the subject, which it does not retain.
  public var publisher: AnyPublisher<Element, Never> {
    SourcePublisher { [weak self] in self?.sink($0) }.eraseToAnyPublisher()
  }
}

extension AsyncReplaySubject {
  /// Publishes the buffered elements, then each later one.
  ///
  /// An element is published inside ``send(_:)``, on the main actor; elements beyond the
  /// subscriber's demand wait. The publisher finishes with the subject, which it does not retain.
  public var publisher: AnyPublisher<Element, Never> {
    SourcePublisher { [weak self] in self?.sink($0) }.eraseToAnyPublisher()
  }
}

/// A handle can be stored in a `Set<AnyCancellable>`, like Combine's own.
extension Cancellation: Cancellable {}

extension AnyCancellable {
  /// Stores a Combine subscription with the handles of this package, as in a core's `store`.
  ///
  /// ```swift
  /// timer.sink { … }.store(in: &store)
  /// ```
  ///
  /// - Parameter set: The set; the subscription ends when the set is emptied or released.
  @MainActor
  public func store(in set: inout Set<Cancellation>) {
    let kept = KeptCancellable(self)
    Cancellation { kept.cancellable.cancel() }.store(in: &set)
  }
}

/// Lets a handle's action, which may be released on any thread, retain a non-`Sendable` object.
@MainActor
private final class KeptCancellable {
  let cancellable: AnyCancellable

  init(_ cancellable: AnyCancellable) {
    self.cancellable = cancellable
  }
}

/// Publishes the elements that a source of this package delivers to its sinks.
///
/// Elements are published on the main actor: inside the source's own call up to the subscriber's
/// demand; the rest waits, in order. A subscription made on the main actor is complete when
/// `receive` returns, one made elsewhere in the main queue's next turn. The subscriber receives it
/// at once, where it subscribes: Combine's own ignore a cancellation before that.
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
    subscriber.receive(subscription: subscription)
    onMainActor { [subscribe] in subscription.begin(subscribe) }
  }
}

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
    guard downstream != nil else { return }
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
