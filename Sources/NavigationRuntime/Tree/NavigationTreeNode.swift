extension NavigationTree {
  /// A presentable in the tree, with everything in it and over it.
  ///
  /// A node has two slots: its contents (``children`` and ``selectedIndex``) and its ``modal``.
  /// Every kind of node may present.
  ///
  /// Nodes are made with the factories ``screen(_:_:)``, ``stack(_:_:_:)`` and their siblings.
  public struct Node: Sendable, Identifiable {
    /// The identity of the node in the tree.
    public let id: NavigationNodeID
    /// A name for people; need not be unique.
    public package(set) var name: String
    /// The way this node holds its children.
    public package(set) var kind: Kind
    /// The contents; a stack's children are in order from bottom to top.
    public package(set) var children: [Node]
    /// The index of the selected child of ``Kind/tabs`` or ``Kind/pages``; `nil` for every other
    /// kind and if there are no children.
    public package(set) var selectedIndex: Int?
    /// The modal, as an array of none or one.
    ///
    /// An array allows changes deep inside the modal in place.
    package var modals: [Node]

    /// Makes a node of any kind.
    ///
    /// - Parameters:
    ///   - id: The identity of the node in the tree.
    ///   - name: A name for people.
    ///   - kind: The way this node holds its children.
    ///   - children: The contents.
    ///   - selectedIndex: The index of the selected child of tabs or pages.
    ///   - modal: The modal.
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

    /// The presented node, if there is one.
    public var modal: Node? { modals.first }
  }
}

extension NavigationTree.Node: CustomStringConvertible {
  /// Kind, name and identifier, without the contents: `stack Main #2`.
  public var description: String { "\(kind) \(name) \(id)" }
}
