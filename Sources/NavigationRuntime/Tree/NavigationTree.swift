/// The screen as a value: stacks, tabs, splits, pages and their modals.
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
/// Two trees are equal if they have the same nodes in the same slots with the same selections;
/// names are not compared. To compare the *look* of two trees and ignore identifiers instead, use
/// ``hasSameShape(as:)``.
///
/// An edited copy shares storage with its original, and the cost of comparing them depends on the
/// size of the edit.
public struct NavigationTree: Sendable, Equatable {
  /// The root node, usually a window.
  public internal(set) var root: Node

  /// Makes and validates a tree.
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
