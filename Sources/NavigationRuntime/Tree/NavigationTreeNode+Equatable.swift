extension NavigationTree.Node: Equatable {
  /// Whether both are the same node with the same nodes inside, whatever their names are.
  ///
  /// Parts that share their storage are equal without a look inside, so that comparing an edited
  /// copy with its original costs about as much as what was edited.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id
      && left.kind == right.kind
      && left.selectedIndex == right.selectedIndex
      && left.children.isSame(as: right.children)
      && left.modals.isSame(as: right.modals)
  }

  /// Whether both are equal and every name in them is equal too.
  package func isIdentical(to other: Self) -> Bool {
    id == other.id
      && name == other.name
      && kind == other.kind
      && selectedIndex == other.selectedIndex
      && children.isIdentical(to: other.children)
      && modals.isIdentical(to: other.modals)
  }
}

extension [NavigationTree.Node] {
  /// Whether both arrays are one piece of memory, and therefore equal.
  package func sharesStorage(with other: Self) -> Bool {
    self[...].sharesStorage(with: other[...])
  }

  /// Whether both hold equal nodes in the same order.
  func isSame(as other: Self) -> Bool {
    self[...].isSame(as: other[...])
  }

  /// Whether both hold equal nodes with equal names in the same order.
  func isIdentical(to other: Self) -> Bool {
    self[...].isIdentical(to: other[...])
  }
}

extension ArraySlice<NavigationTree.Node> {
  /// Whether both slices are one piece of memory, and therefore equal.
  func sharesStorage(with other: Self) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
  }

  /// Whether both hold equal nodes in the same order.
  func isSame(as other: Self) -> Bool {
    if sharesStorage(with: other) { return true }
    return count == other.count && zip(self, other).allSatisfy(==)
  }

  /// Whether both hold equal nodes with equal names in the same order.
  func isIdentical(to other: Self) -> Bool {
    if sharesStorage(with: other) { return true }
    return count == other.count && zip(self, other).allSatisfy { $0.isIdentical(to: $1) }
  }
}
