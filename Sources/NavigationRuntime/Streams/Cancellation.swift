/// A handle on an ongoing activity that can be cancelled: a subscription, a timer, an effect.
///
/// The handle owns the activity. ``cancel()`` ends it; so does releasing the handle. Keep it in a
/// property, or in a set with ``store(in:)``:
///
/// ```swift
/// var subscriptions: Set<Cancellation> = []
/// subject.sink { print($0) }.store(in: &subscriptions)
/// ```
///
/// `cancel()` may be called on any thread and any number of times. On the main actor it takes
/// effect before it returns; elsewhere in the main queue's next turn.
@MainActor
public final class Cancellation {
  private var action: (@MainActor @Sendable () -> Void)?
  /// The object that removes it, if it is a core's observer: with a number, it needs no closure.
  private weak var publisher: (any SubscriptionOwner)?
  /// The number; negative when the handle has been cancelled.
  private var id: Int
  /// Whether the handle has been cancelled.
  package var isCancelled: Bool { id < 0 }

  /// Makes a handle.
  ///
  /// - Parameter action: Runs on the main actor, once: when the handle is cancelled or released.
  public nonisolated init(_ action: @escaping @MainActor @Sendable () -> Void) {
    self.action = action
    id = 0
  }

  /// Makes the handle on an observer's subscription, by its number; the publisher is held weakly.
  package init(_ id: Int, of publisher: any SubscriptionOwner) {
    self.publisher = publisher
    self.id = id
  }

  deinit {
    if let action { return onMainActor(action) }
    guard let publisher else { return }
    let id = id
    if isOnMainActor {
      MainActor.assumeIsolated { publisher.removeSubscription(id) }
    } else {
      onMainActor { publisher.removeSubscription(id) }
    }
  }

  /// Ends the activity; has no effect the second time.
  public nonisolated func cancel() {
    onMainActor { self.cancelNow() }
  }

  private func cancelNow() {
    guard !isCancelled else { return }
    let id = id
    self.id = -1
    if let action = action.take() { return action() }
    guard let publisher else { return }
    self.publisher = nil
    publisher.removeSubscription(id)
  }

  /// Stores the handle in a set.
  ///
  /// Before a set grows, cancelled handles are removed from it.
  ///
  /// - Parameter set: The set; its activities end when it is emptied or released.
  public nonisolated func store(in set: inout Set<Cancellation>) {
    if set.count == set.capacity, set.count >= 16, isOnMainActor {
      let all = set
      set = MainActor.assumeIsolated { all.filter { !$0.isCancelled } }
      // Otherwise one cancelled handle for each new one would cause a scan of the whole set each
      // time.
      if set.count > all.count / 2 { set.reserveCapacity(all.count * 2) }
    }
    set.insert(self)
  }
}

/// An object whose observers have numbers.
@MainActor
package protocol SubscriptionOwner: AnyObject, Sendable {
  /// Removes the subscription with a number; has no effect if it has been removed.
  func removeSubscription(_ id: Int)
}

extension Cancellation: Hashable {
  /// Two handles are equal if they are the same object.
  public nonisolated static func == (lhs: Cancellation, rhs: Cancellation) -> Bool {
    lhs === rhs
  }

  /// Hashes the handle's identity.
  ///
  /// - Parameter hasher: The hasher to feed.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
