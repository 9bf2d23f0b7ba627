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
#endif
