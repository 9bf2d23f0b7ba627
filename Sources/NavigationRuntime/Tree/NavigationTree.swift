/// What is on screen, as a value: stacks, tabs, splits, pages and what is presented over them.
///
/// A tree is a snapshot. It changes only through ``Change`` values, which can be compared, stored,
/// sent and undone. Build one from its root:
///
/// ```swift
/// let tree = try NavigationTree(
///   .window(1, "App", .stack(2, "Main", [.screen(3, "Home"), .screen(4, "Detail")]))
/// )
/// tree.visibleLeaf.name  // "Detail"
/// ```
///
/// Two trees are equal if they have the same nodes in the same places with the same selections;
/// names are not compared. For the opposite question, whether two trees *look* the same whatever
/// their identifiers are, use ``hasSameShape(as:)``.
///
/// Trees that share parts (an edited copy and its original) share their storage, and comparing
/// them costs about as much as what was edited.
public struct NavigationTree: Sendable, Equatable {
  /// The node everything else is in, usually a window.
  public internal(set) var root: Node

  /// Makes a tree and checks it.
  ///
  /// - Parameter root: The root of the tree.
  /// - Throws: ``NavigationTreeError`` if a rule of ``validate()`` is broken.
  public init(_ root: Node) throws {
    self.init(unchecked: root)
    try validate()
  }

  /// Makes a tree from a root that is known to be valid.
  ///
  /// - Parameter root: The root of the tree.
  package init(unchecked root: Node) {
    self.root = root
  }
}
