extension NavigationTreeError {
  static func unknownNode(_ id: NavigationNodeID) -> Self {
    Self(.unknownNode, id, "There is no node \(id) in the tree. Name a node that is in it.")
  }

  static func wrongKind(_ node: NavigationTree.Node, expected: String) -> Self {
    Self(
      .wrongKind, node.id,
      "\(node) is of kind \(node.kind), but this change needs \(expected). "
        + "Use contentsReplaced, which suits every kind."
    )
  }

  static func emptyChange(_ node: NavigationTree.Node, _ what: String) -> Self {
    Self(.emptyChange, node.id, "\(what) \(node) changes nothing. Leave this change out.")
  }

  static func notOnTop(_ node: NavigationTree.Node, popped: [NavigationTree.Node]) -> Self {
    let top = node.children.suffix(popped.count)
    return Self(
      .notOnTop, node.id,
      "\(list(popped)) cannot be popped from \(node): its top is \(list(top)). "
        + "Pop its top, or replace the stack."
    )
  }

  static func poppedTooMany(_ node: NavigationTree.Node, count: Int) -> Self {
    Self(
      .poppedTooMany, node.id,
      "\(count) nodes cannot be popped from \(node), which holds \(node.children.count). "
        + "Pop at most as many as it holds."
    )
  }

  static func indexOutOfRange(
    _ node: NavigationTree.Node,
    index: Int,
    allowed: ClosedRange<Int>?
  ) -> Self {
    let advice =
      allowed.map { "Use \($0.lowerBound) to \($0.upperBound)." } ?? "It has no children."
    return Self(
      .indexOutOfRange, node.id,
      "Index \(index) is outside of \(node), which has \(node.children.count) children. \(advice)"
    )
  }

  static func alreadyPresenting(
    _ node: NavigationTree.Node,
    modal: NavigationTree.Node,
    wanted: NavigationTree.Node
  ) -> Self {
    Self(
      .alreadyPresenting, node.id,
      "\(node) cannot present \(wanted): it presents \(modal) already. "
        + "Present over \(modal), dismiss it first, or replace it."
    )
  }

  static func notPresenting(_ node: NavigationTree.Node, expected: NavigationTree.Node) -> Self {
    let fact = node.modal.map { "it presents \($0)" } ?? "it presents nothing"
    return Self(
      .notPresenting, node.id,
      "\(node) does not present \(expected): \(fact). Dismiss its own modal."
    )
  }

  static func mismatch(_ node: NavigationTree.Node, expected: String, found: String) -> Self {
    Self(
      .mismatch, node.id,
      "The change expects that \(node) has \(expected), but it has \(found). "
        + "Make the change from the tree to which it is applied."
    )
  }

  static func movedIntoItself(_ node: NavigationTree.Node, to place: NavigationTree.Place) -> Self {
    Self(
      .movedIntoItself, node.id,
      "\(node) cannot be moved to \(place), which is inside of it. Choose a slot outside of it."
    )
  }

  static func selectedNodeMoved(
    _ node: NavigationTree.Node,
    from container: NavigationTree.Node
  ) -> Self {
    Self(
      .selectedNodeMoved, container.id,
      "\(node) cannot be moved out of \(container), where it is selected. "
        + "Select another one first, or use tabsReplaced, which includes the selection."
    )
  }

  static func list(_ nodes: some Collection<NavigationTree.Node>) -> String {
    guard !nodes.isEmpty else { return "nothing" }
    let shown = nodes.prefix(5).map(\.description).joined(separator: ", ")
    return nodes.count > 5 ? "\(shown) and \(nodes.count - 5) more" : shown
  }

  static func contents(of node: NavigationTree.Node) -> String {
    list(node.children + node.modals)
  }
}
