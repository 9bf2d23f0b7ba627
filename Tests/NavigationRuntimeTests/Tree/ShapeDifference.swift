import NavigationRuntime

extension NavigationTree {
  /// Describes the first difference in shape; `nil` if the trees have the same shape.
  func shapeDifference(from expected: NavigationTree) -> String? {
    root.shapeDifference(from: expected.root)
  }
}

extension NavigationTree.Node {
  private func hasSameFace(as other: Self) -> Bool {
    kind == other.kind && name == other.name
  }

  /// Without recursion: a tree may be many thousand levels deep.
  fileprivate func shapeDifference(from other: Self) -> String? {
    var path: [String] = []
    var pending = [Comparison(own: self, expected: other, depth: 0)]
    while let next = pending.popLast() {
      let (own, expected) = (next.own, next.expected)
      path.removeLast(path.count - next.depth)
      if next.isEntered {
        path.append(own.face)
        if let difference = own.slotDifference(from: expected, path: path) { return difference }
        guard let modal = own.modal, let expectedModal = expected.modal else { continue }
        path.append("modal")
        pending.append(Comparison(own: modal, expected: expectedModal, depth: next.depth + 2))
        continue
      }
      path.append(own.face)
      guard own.hasSameFace(as: expected) else {
        return "\(Self.location(path)): expected \(expected.face), found \(own.face)."
      }
      var entered = next
      entered.isEntered = true
      pending.append(entered)
      for (own, expected) in zip(own.children, expected.children).reversed() {
        pending.append(Comparison(own: own, expected: expected, depth: next.depth + 1))
      }
    }
    return nil
  }

  /// A pair of nodes to compare.
  private struct Comparison {
    let own: NavigationTree.Node
    let expected: NavigationTree.Node
    /// The number of words in the path to the pair.
    let depth: Int
    /// Whether the children have been compared, and the slots have not.
    var isEntered = false
  }

  private static func location(_ path: [String]) -> String { "At \(path.joined(separator: " > "))" }

  /// Returns the difference of the slots themselves, after their contents have been compared.
  private func slotDifference(from other: Self, path: [String]) -> String? {
    guard children.count == other.children.count else {
      return "\(Self.location(path)): expected \(other.children.count) children "
        + "(\(faces(other.children))), found \(children.count) (\(faces(children)))."
    }
    guard selectedIndex == other.selectedIndex else {
      return "\(Self.location(path)): expected \(other.selectedFace) to be selected, "
        + "found \(selectedFace)."
    }
    switch (modal, other.modal) {
    case (let own?, nil):
      return "\(Self.location(path)): expected no modal, found \(own.face)."
    case (nil, let expected?):
      return "\(Self.location(path)): expected modal \(expected.face), found no modal."
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
