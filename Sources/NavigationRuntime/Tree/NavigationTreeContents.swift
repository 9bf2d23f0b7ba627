extension NavigationTree {
  /// One side of a ``Change/contentsReplaced(_:at:from:to:)``: the node's kind, and those of its
  /// children that are replaced.
  public struct Contents: Sendable, Equatable {
    /// The kind of the node.
    public var kind: Kind
    /// The children in the replaced range; those before and after it are not listed.
    public var children: [Node]
    /// The node's selection.
    public var selectedIndex: Int?

    /// Makes one side of a replacement.
    public init(kind: Kind, children: [Node], selectedIndex: Int? = nil) {
      self.kind = kind
      self.children = children
      self.selectedIndex = selectedIndex
    }
  }
}
