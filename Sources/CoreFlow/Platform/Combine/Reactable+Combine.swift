#if canImport(Combine)
import Combine

extension Reactable {
  /// Publishes the current state, then each committed one, once and in order.
  ///
  /// ```swift
  /// core.state.map(\.title).removeDuplicates().sink { … }.store(in: &store)
  /// ```
  ///
  /// A state is published on the main actor, inside the `send` that commits it; states beyond the
  /// subscriber's demand wait. Finishes when the reactor is gone: neither the publisher nor a
  /// subscription retains it. To observe a property, `observeDistinctState` copies less.
  public var state: AnyPublisher<State, Never> {
    SourcePublisher { [weak self] receive in
      self?.observe { receive($0.pointee) }
    }.eraseToAnyPublisher()
  }
}
#endif
