extension NavigationTree {
  /// One presentable in the tree, with everything in it and over it.
  ///
  /// A node has two slots: what it contains (``children`` and ``selectedIndex``) and what it
  /// presents (``modal``). Every kind of node may present.
  ///
  /// Nodes are made with the factories ``screen(_:_:)``, ``stack(_:_:_:)`` and their siblings.
  public struct Node: Sendable, Identifiable {
    /// Tells this node from every other in the tree.
    public let id: NavigationNodeID
    /// What people call this node; need not be unique.
    public package(set) var name: String
    /// How this node holds its children.
    public package(set) var kind: Kind
    /// What this node contains; a stack's children are in order from bottom to top.
    public package(set) var children: [Node]
    /// Which child of ``Kind/tabs`` or ``Kind/pages`` is selected, `nil` for every other kind and
    /// if there are no children.
    public package(set) var selectedIndex: Int?
    /// The modal, as none or one.
    ///
    /// An array, so that what is deep in it can be changed in place.
    package var modals: [Node]

    /// Makes a node of any kind.
    ///
    /// - Parameters:
    ///   - id: Tells this node from every other in the tree.
    ///   - name: What people call this node.
    ///   - kind: How this node holds its children.
    ///   - children: What this node contains.
    ///   - selectedIndex: The selected child of tabs or pages.
    ///   - modal: What this node presents.
    public init(
      id: NavigationNodeID,
      name: String,
      kind: Kind,
      children: [Node] = [],
      selectedIndex: Int? = nil,
      modal: Node? = nil
    ) {
      self.id = id
      self.name = name
      self.kind = kind
      self.children = children
      self.selectedIndex = selectedIndex
      self.modals = modal.map { [$0] } ?? []
    }

    /// What this node presents, if anything.
    public var modal: Node? { modals.first }
  }
}

extension NavigationTree.Node: CustomStringConvertible {
  /// Kind, name and identifier, without what is inside: `stack Main #2`.
  public var description: String { "\(kind) \(name) \(id)" }
}
