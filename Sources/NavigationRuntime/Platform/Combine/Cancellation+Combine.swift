#if canImport(Combine)
import Combine

/// A handle can be kept in a `Set<AnyCancellable>`, as Combine's own are.
extension Cancellation: Cancellable {}

extension AnyCancellable {
  /// Keeps a subscription of Combine's with the handles of this package, as in a core's `store`.
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

/// Lets a handle's action, which may be released anywhere, keep what is not `Sendable`.
@MainActor
private final class KeptCancellable {
  let cancellable: AnyCancellable

  init(_ cancellable: AnyCancellable) {
    self.cancellable = cancellable
  }
}
#endif
