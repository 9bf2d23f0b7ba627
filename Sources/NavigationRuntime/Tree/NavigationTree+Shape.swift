extension NavigationTree {
  /// Whether both trees look the same, whatever their identifiers are.
  ///
  /// Kinds, names and selections are compared, in the children as well as in the modals. Two runs
  /// of one story have trees of the same shape.
  ///
  /// - Parameter other: The tree to compare with.
  /// - Returns: Whether there is no difference in shape.
  public func hasSameShape(as other: NavigationTree) -> Bool {
    root.hasSameShape(as: other.root)
  }

  /// Explains the first difference in shape, for the message of a failed test.
  ///
  /// - Parameter other: The tree that was expected.
  /// - Returns: Where the trees differ and what is there on both sides, or `nil` if they have the
  ///   same shape.
  public func shapeDifference(from other: NavigationTree) -> String? {
    root.shapeDifference(from: other.root, path: [])
  }
}

extension NavigationTree.Node {
  /// Whether both nodes and everything below them look the same, whatever their identifiers are.
  ///
  /// - Parameter other: The node to compare with.
  /// - Returns: Whether there is no difference in shape.
  public func hasSameShape(as other: Self) -> Bool {
    hasSameFace(as: other)
      && selectedIndex == other.selectedIndex
      && children.hasSameShape(as: other.children)
      && modals.hasSameShape(as: other.modals)
  }

  private func hasSameFace(as other: Self) -> Bool {
    kind == other.kind && name == other.name
  }

  fileprivate func shapeDifference(from other: Self, path: [String]) -> String? {
    let path = path + [face]
    let place = "At \(path.joined(separator: " > "))"
    guard hasSameFace(as: other) else {
      return "\(place): expected \(other.face), found \(face)."
    }
    for (mine, expected) in zip(children, other.children) {
      if let difference = mine.shapeDifference(from: expected, path: path) { return difference }
    }
    guard children.count == other.children.count else {
      return "\(place): expected \(other.children.count) children (\(faces(other.children))), "
        + "found \(children.count) (\(faces(children)))."
    }
    guard selectedIndex == other.selectedIndex else {
      return "\(place): expected \(other.selectedFace) to be selected, found \(selectedFace)."
    }
    switch (modal, other.modal) {
    case (let mine?, let expected?):
      return mine.shapeDifference(from: expected, path: path + ["modal"])
    case (let mine?, nil):
      return "\(place): expected no modal, found \(mine.face)."
    case (nil, let expected?):
      return "\(place): expected modal \(expected.face), found no modal."
    case (nil, nil):
      return nil
    }
  }

  private var face: String { "\(kind) \(name)" }

  private func faces(_ nodes: [Self]) -> String {
    nodes.isEmpty ? "none" : nodes.map(\.face).joined(separator: ", ")
  }

  private var selectedFace: String {
    guard let selectedIndex else { return "nothing" }
    guard children.indices.contains(selectedIndex) else { return "index \(selectedIndex)" }
    return "\(children[selectedIndex].face) at index \(selectedIndex)"
  }
}

extension [NavigationTree.Node] {
  fileprivate func hasSameShape(as other: Self) -> Bool {
    if sharesStorage(with: other) { return true }
    return count == other.count && zip(self, other).allSatisfy { $0.hasSameShape(as: $1) }
  }
}
