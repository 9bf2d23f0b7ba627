extension NavigationTree {
  /// A node and everything below it, each node before its children and these before its modal.
  ///
  /// Evaluated lazily: the first nodes of a large tree cost no more than themselves.
  public struct Nodes: Sequence, Sendable {
    let root: Node

    /// Makes an iterator that starts at the root.
    public func makeIterator() -> Iterator {
      Iterator(pending: [[root]])
    }

    /// Iterates over a node and everything below it.
    public struct Iterator: IteratorProtocol, Sendable {
      /// The remaining nodes; the last slice is next.
      var pending: [ArraySlice<Node>]

      /// Returns the next node, or `nil` after the last one.
      public mutating func next() -> Node? {
        while var slice = pending.popLast() {
          guard let node = slice.popFirst() else { continue }
          pending.append(slice)
          pending.append(node.modals[...])
          pending.append(node.children[...])
          return node
        }
        return nil
      }
    }
  }

  /// All nodes, each before its children and these before its modal.
  public var nodes: Nodes { root.nodes }
}

extension NavigationTree.Node {
  /// This node and everything below it, each node before its children and these before its modal.
  public var nodes: NavigationTree.Nodes { NavigationTree.Nodes(root: self) }
}
