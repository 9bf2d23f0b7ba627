extension NavigationTree {
  /// Returns whether both trees look the same, ignoring identifiers.
  ///
  /// Compares kinds, names and selections, in the children and in the modals. Two runs of one story
  /// have trees of the same shape.
  ///
  /// - Parameter other: The tree to compare with.
  /// - Returns: Whether there is no difference in shape.
  public func hasSameShape(as other: NavigationTree) -> Bool {
    root.hasSameShape(as: other.root)
  }

  /// Describes the first difference in shape, for the message of a failed test.
  ///
  /// - Parameter other: The expected tree.
  /// - Returns: The path of the difference and both sides, or `nil` if the trees have the same
  ///   shape.
  public func shapeDifference(from other: NavigationTree) -> String? {
    root.shapeDifference(from: other.root)
  }
}

extension NavigationTree.Node {
  /// Returns whether both nodes and everything below them look the same, ignoring identifiers.
  ///
  /// - Parameter other: The node to compare with.
  /// - Returns: Whether there is no difference in shape.
  public func hasSameShape(as other: Self) -> Bool {
    agrees(with: other) { $0.name == $1.name }
  }

  private func hasSameFace(as other: Self) -> Bool {
    kind == other.kind && name == other.name
  }

  /// Without recursion: a tree may be many thousand levels deep.
  fileprivate func shapeDifference(from other: Self) -> String? {
    var path: [String] = []
    var pending = [Comparison(mine: self, expected: other, depth: 0)]
    while let next = pending.popLast() {
      let (mine, expected) = (next.mine, next.expected)
      path.removeLast(path.count - next.depth)
      if next.isEntered {
        path.append(mine.face)
        if let difference = mine.slotDifference(from: expected, path: path) { return difference }
        guard let modal = mine.modal, let expectedModal = expected.modal else { continue }
        path.append("modal")
        pending.append(Comparison(mine: modal, expected: expectedModal, depth: next.depth + 2))
        continue
      }
      path.append(mine.face)
      guard mine.hasSameFace(as: expected) else {
        return "\(Self.place(path)): expected \(expected.face), found \(mine.face)."
      }
      var entered = next
      entered.isEntered = true
      pending.append(entered)
      for (mine, expected) in zip(mine.children, expected.children).reversed() {
        pending.append(Comparison(mine: mine, expected: expected, depth: next.depth + 1))
      }
    }
    return nil
  }

  /// A pair of nodes to compare.
  private struct Comparison {
    let mine: NavigationTree.Node
    let expected: NavigationTree.Node
    /// The number of words in the path to the pair.
    let depth: Int
    /// Whether the children have been compared, and the slots have not.
    var isEntered = false
  }

  private static func place(_ path: [String]) -> String { "At \(path.joined(separator: " > "))" }

  /// Returns the difference of the slots themselves, after their contents have been compared.
  private func slotDifference(from other: Self, path: [String]) -> String? {
    guard children.count == other.children.count else {
      return "\(Self.place(path)): expected \(other.children.count) children "
        + "(\(faces(other.children))), found \(children.count) (\(faces(children)))."
    }
    guard selectedIndex == other.selectedIndex else {
      return "\(Self.place(path)): expected \(other.selectedFace) to be selected, "
        + "found \(selectedFace)."
    }
    switch (modal, other.modal) {
    case (let mine?, nil):
      return "\(Self.place(path)): expected no modal, found \(mine.face)."
    case (nil, let expected?):
      return "\(Self.place(path)): expected modal \(expected.face), found no modal."
    case (_?, _?), (nil, nil):
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
