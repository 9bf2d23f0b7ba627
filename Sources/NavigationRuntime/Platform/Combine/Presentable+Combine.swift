#if canImport(Combine)
import Combine

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
#endif
