extension NavigationTreeError {
  static func duplicateID(_ first: NavigationTree.Node, _ second: NavigationTree.Node) -> Self {
    Self(
      .duplicateID, first.id,
      "\(first) and \(second) have one identifier. Give each node its own, and use it once."
    )
  }

  static func childrenOfScreen(_ node: NavigationTree.Node, count: Int) -> Self {
    Self(
      .childrenOfScreen, node.id,
      "\(node) is a screen and cannot have children, but has \(count). "
        + "Make it a container, or present them."
    )
  }

  static func invalidSelection(
    _ node: NavigationTree.Node,
    kind: NavigationTree.Kind,
    count: Int,
    selectedIndex: Int?
  ) -> Self {
    let selection = selectedIndex.map(String.init) ?? "none"
    let advice: String
    if !kind.hasSelection {
      advice = "Only tabs and pages have a selection; leave it out."
    } else if count == 0 {
      advice = "Leave the selection out as long as there are no children."
    } else {
      advice = "Select 0 to \(count - 1)."
    }
    return Self(
      .invalidSelection, node.id,
      "The selection of \(node) is \(selection), with \(count) children. \(advice)"
    )
  }

  static func windowNotAtRoot(_ node: NavigationTree.Node) -> Self {
    Self(
      .windowNotAtRoot, node.id,
      "\(node) is inside of another node. A window can only be the root of a tree."
    )
  }

  static func tooManyChildren(_ node: NavigationTree.Node, count: Int) -> Self {
    Self(
      .tooManyChildren, node.id,
      "The window \(node) holds at most one child, not \(count). Put a container in between."
    )
  }
}
