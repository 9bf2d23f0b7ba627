extension NavigationTree.Node: Equatable {
  /// Returns whether both are the same node with the same nodes inside, ignoring names.
  ///
  /// Parts that share storage are equal without a comparison, so the cost of comparing an edited
  /// copy with its original depends on the size of the edit.
  public static func == (left: Self, right: Self) -> Bool {
    left.agrees(with: right) { $0.id == $1.id }
  }

  /// Returns whether both are equal, including all names in them.
  package func isIdentical(to other: Self) -> Bool {
    agrees(with: other) { $0.id == $1.id && $0.name == $1.name }
  }

  /// Returns whether both have the same form, and each pair of nodes the same kind and selection
  /// and satisfies the predicate.
  ///
  /// Without recursion: a tree may be many thousand levels deep.
  func agrees(with other: Self, _ isSame: (Self, Self) -> Bool) -> Bool {
    guard agreesAlone(with: other, isSame) else { return false }
    var pending = [(children[...], other.children[...]), (modals[...], other.modals[...])]
    while let (left, right) = pending.popLast() {
      if left.sharesStorage(with: right) { continue }
      guard left.count == right.count else { return false }
      for (mine, others) in zip(left, right) {
        guard mine.agreesAlone(with: others, isSame) else { return false }
        if !mine.children.isEmpty || !others.children.isEmpty {
          pending.append((mine.children[...], others.children[...]))
        }
        if !mine.modals.isEmpty || !others.modals.isEmpty {
          pending.append((mine.modals[...], others.modals[...]))
        }
      }
    }
    return true
  }

  private func agreesAlone(with other: Self, _ isSame: (Self, Self) -> Bool) -> Bool {
    kind == other.kind && selectedIndex == other.selectedIndex && isSame(self, other)
  }
}

extension [NavigationTree.Node] {
  /// Returns whether both arrays share their storage, and are therefore equal.
  package func sharesStorage(with other: Self) -> Bool {
    self[...].sharesStorage(with: other[...])
  }
}

extension ArraySlice<NavigationTree.Node> {
  /// Returns whether both slices share their storage, and are therefore equal.
  func sharesStorage(with other: Self) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
  }

  /// Returns whether both hold equal nodes in the same order.
  func isSame(as other: Self) -> Bool {
    if sharesStorage(with: other) { return true }
    return count == other.count && zip(self, other).allSatisfy(==)
  }

  /// Returns whether both hold equal nodes with equal names in the same order.
  func isIdentical(to other: Self) -> Bool {
    if sharesStorage(with: other) { return true }
    return count == other.count && zip(self, other).allSatisfy { $0.isIdentical(to: $1) }
  }
}
