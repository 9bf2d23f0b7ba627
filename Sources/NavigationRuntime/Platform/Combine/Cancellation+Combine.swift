#if canImport(Combine)
import Combine

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
#endif
