extension NavigationTree {
  /// A node and everything below it, each node before its children and these before its modal.
  ///
  /// Made on the way: looking at the first nodes of a large tree costs no more than that.
  public struct Nodes: Sequence, Sendable {
    let root: Node

    /// Starts at the root.
    public func makeIterator() -> Iterator {
      Iterator(pending: [[root]])
    }

    /// Goes through a node and everything below it.
    public struct Iterator: IteratorProtocol, Sendable {
      /// What is still to come; the last slice comes next.
      var pending: [ArraySlice<Node>]

      /// The next node, or `nil` after the last one.
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
