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

  /// Makes a handle.
  ///
  /// - Parameter action: Runs on the main actor, once: when the handle is cancelled or released.
  public nonisolated init(_ action: @escaping @MainActor @Sendable () -> Void) {
    self.action = action
  }

  deinit {
    if let action { onMainActor(action) }
  }

  /// Ends the activity; has no effect the second time.
  public nonisolated func cancel() {
    onMainActor { self.cancelNow() }
  }

  /// Whether the handle has been cancelled.
  package var isCancelled: Bool { action == nil }

  private func cancelNow() {
    guard let action else { return }
    self.action = nil
    action()
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
