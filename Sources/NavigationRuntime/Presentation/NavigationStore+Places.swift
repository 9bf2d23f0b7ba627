/// Ways through the tree that mean the same in the tree of another run, where every identity is
/// another one: at each step the index of a child, or −1 for what is presented.
extension NavigationStore {
  /// The way from the root to a node.
  ///
  /// - Parameter id: The node.
  /// - Returns: The way; `nil` if the node is not in the tree.
  package func places(to id: NavigationNodeID) -> [Int]? {
    guard let path = tree.path(to: id) else { return nil }
    return zip(path, path.dropFirst()).map { parent, child in
      parent.children.firstIndex { $0.id == child.id } ?? -1
    }
  }

  /// What is at the end of such a way.
  ///
  /// - Parameter places: The way from the root.
  /// - Returns: The container; `nil` if the way leads nowhere.
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
