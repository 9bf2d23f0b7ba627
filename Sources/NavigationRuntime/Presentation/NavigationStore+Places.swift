/// Paths through the tree that are valid in another run's tree, where all identities differ: each
/// step is the index of a child, or −1 for the modal.
extension NavigationStore {
  /// Returns the path from the root to a node.
  ///
  /// - Parameter id: The node.
  /// - Returns: The path; `nil` if the node is not in the tree.
  package func places(to id: NavigationNodeID) -> [Int]? {
    guard let path = tree.path(to: id) else { return nil }
    return zip(path, path.dropFirst()).map { parent, child in
      parent.children.firstIndex { $0.id == child.id } ?? -1
    }
  }

  /// Returns the container at the end of a path.
  ///
  /// - Parameter places: The path from the root.
  /// - Returns: The container; `nil` if the path leads nowhere.
  package func container(at places: [Int]) -> (any NavigationContainer)? {
    var current = root
    for place in places {
      guard let parent = current else { return nil }
      if place < 0 {
        current = parent.modal
      } else {
        current = parent.children.indices.contains(place) ? parent.children[place] : nil
      }
    }
    return current?.element
  }
}
