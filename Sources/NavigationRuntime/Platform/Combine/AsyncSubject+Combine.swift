#if canImport(Combine)
import Combine

extension AsyncPassthroughSubject {
  /// Publishes what is sent from the subscription on.
  ///
  /// An element is published inside ``send(_:)``, on the main actor; what the subscriber has not
  /// demanded yet waits. The publisher finishes with the subject, which it does not keep.
  public var publisher: AnyPublisher<Element, Never> {
    SourcePublisher { [weak self] in self?.sink($0) }.eraseToAnyPublisher()
  }
}

extension AsyncReplaySubject {
  /// Publishes the buffered elements, then what is sent.
  ///
  /// An element is published inside ``send(_:)``, on the main actor; what the subscriber has not
  /// demanded yet waits. The publisher finishes with the subject, which it does not keep.
  public var publisher: AnyPublisher<Element, Never> {
    SourcePublisher { [weak self] in self?.sink($0) }.eraseToAnyPublisher()
  }
}
#endif
