#if canImport(Combine)
import Combine

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
#endif
