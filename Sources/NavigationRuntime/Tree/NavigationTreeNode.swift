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
    /// A human-readable name; need not be unique.
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
    ///   - name: A human-readable name.
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

    /// Whether the node has neither contents nor a modal.
    var isLeaf: Bool { children.isEmpty && modals.isEmpty }
  }
}

extension NavigationTree.Node: CustomStringConvertible {
  /// Kind, name and identifier, without the contents: `stack Main #2`.
  public var description: String { "\(kind) \(name) \(id)" }
}

extension NavigationTree {
  /// The way a node holds its children, which determines the visible one.
  ///
  /// The text of a kind, `stack` or `container(Drawer)`, is also its JSON form.
  public enum Kind: Hashable, Sendable {
    /// A leaf: has no children.
    case screen
    /// Children on top of each other, bottom to top; the last one is visible.
    case stack
    /// Children side by side, one of which is selected.
    case tabs
    /// Columns, the last of which counts as the visible one.
    case split
    /// Pages to turn, one of which is selected.
    case pages
    /// The root of a window; holds at most one child.
    case window
    /// Any other parent, named by its kind; its last child counts as the visible one.
    case container(String)
  }
}

extension NavigationTree.Kind {
  /// Whether a node of this kind selects one of its children.
  package var hasSelection: Bool {
    switch self {
    case .tabs, .pages: return true
    case .screen, .stack, .split, .window, .container: return false
    }
  }
}

extension NavigationTree.Kind: LosslessStringConvertible {
  /// The text of the kind.
  public var description: String {
    switch self {
    case .screen: return "screen"
    case .stack: return "stack"
    case .tabs: return "tabs"
    case .split: return "split"
    case .pages: return "pages"
    case .window: return "window"
    case .container(let kind): return "container(\(kind))"
    }
  }

  /// Makes a kind from its text, or returns `nil` if there is no such kind.
  public init?(_ description: String) {
    switch description {
    case "screen": self = .screen
    case "stack": self = .stack
    case "tabs": self = .tabs
    case "split": self = .split
    case "pages": self = .pages
    case "window": self = .window
    default:
      // By bytes: a name may begin with a mark that combines with the parenthesis.
      let (text, prefix) = (description.utf8, "container(".utf8)
      guard text.starts(with: prefix), text.last == UInt8(ascii: ")") else { return nil }
      self = .container(String(Substring(text.dropFirst(prefix.count).dropLast())))
    }
  }
}

/// The identity of a node in navigation trees.
///
/// An identifier belongs to one presentable for as long as that lives. It is independent of the
/// presentable's type: two screens of one type have two identifiers. Its text is `#12`.
///
/// Identifiers order by their number, which increases in the order of their creation. In JSON an
/// identifier is this number.
public struct NavigationNodeID: Hashable, Sendable {
  /// The number that makes this identifier unique.
  public let rawValue: UInt64

  /// Makes an identifier from its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

extension NavigationNodeID: Comparable {
  /// Returns whether the left identifier was created before the right one.
  public static func < (left: NavigationNodeID, right: NavigationNodeID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension NavigationNodeID: CustomStringConvertible {
  /// The number after a `#`.
  public var description: String { "#\(rawValue)" }
}

extension NavigationNodeID: ExpressibleByIntegerLiteral {
  /// Makes an identifier from a literal, for trees written in code.
  public init(integerLiteral value: UInt64) {
    self.init(rawValue: value)
  }
}

extension NavigationNodeID: Codable {
  /// Reads the number.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(UInt64.self))
  }

  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension NavigationTree.Node {
  /// Returns a leaf of the tree.
  public static func screen(_ id: NavigationNodeID, _ name: String) -> Self {
    Self(id: id, name: name, kind: .screen)
  }

  /// Returns a stack; its children are in order from bottom to top.
  public static func stack(
    _ id: NavigationNodeID,
    _ name: String,
    _ children: [Self] = []
  ) -> Self {
    Self(id: id, name: name, kind: .stack, children: children)
  }

  /// Returns tabs; the first one is selected by default.
  public static func tabs(
    _ id: NavigationNodeID,
    _ name: String,
    _ children: [Self] = [],
    selected: Int = 0
  ) -> Self {
    let selection = children.isEmpty ? nil : selected
    return Self(id: id, name: name, kind: .tabs, children: children, selectedIndex: selection)
  }

  /// Returns a split view; its columns are in order from the first to the last.
  public static func split(_ id: NavigationNodeID, _ name: String, _ columns: [Self] = []) -> Self {
    Self(id: id, name: name, kind: .split, children: columns)
  }

  /// Returns pages; the first one is selected by default.
  public static func pages(
    _ id: NavigationNodeID,
    _ name: String,
    _ children: [Self] = [],
    selected: Int = 0
  ) -> Self {
    let selection = children.isEmpty ? nil : selected
    return Self(id: id, name: name, kind: .pages, children: children, selectedIndex: selection)
  }

  /// Returns a window with its root, or an empty one.
  public static func window(_ id: NavigationNodeID, _ name: String, _ root: Self? = nil) -> Self {
    Self(id: id, name: name, kind: .window, children: root.map { [$0] } ?? [])
  }

  /// Returns a container of an app-defined kind.
  public static func container(
    _ id: NavigationNodeID,
    _ name: String,
    kind: String,
    _ children: [Self] = []
  ) -> Self {
    Self(id: id, name: name, kind: .container(kind), children: children)
  }

  /// Returns this node with a modal, which replaces its present one.
  ///
  /// - Parameter modal: The modal.
  /// - Returns: The same node with that modal.
  public func presenting(_ modal: Self) -> Self {
    var node = self
    node.modals = [modal]
    return node
  }
}

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
      for (own, others) in zip(left, right) {
        guard own.agreesAlone(with: others, isSame) else { return false }
        if !own.children.isEmpty || !others.children.isEmpty {
          pending.append((own.children[...], others.children[...]))
        }
        if !own.modals.isEmpty || !others.modals.isEmpty {
          pending.append((own.modals[...], others.modals[...]))
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
  func sharesStorage(with other: Self) -> Bool {
    self[...].sharesStorage(with: other[...])
  }
}

extension ArraySlice<NavigationTree.Node> {
  /// Returns whether both slices share their storage, and are therefore equal.
  func sharesStorage(with other: Self) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
    }
  }
}

extension NavigationTree {
  /// A node and everything below it, each node before its children and these before its modal.
  ///
  /// Evaluated lazily: the first nodes of a large tree cost no more than themselves.
  struct Nodes: Sequence, Sendable {
    let root: Node

    /// Makes an iterator that starts at the root.
    func makeIterator() -> Iterator {
      Iterator(pending: [[root]])
    }

    /// Iterates over a node and everything below it.
    struct Iterator: IteratorProtocol, Sendable {
      /// The remaining nodes; the last slice is next.
      var pending: [ArraySlice<Node>]

      mutating func next() -> Node? {
        while var slice = pending.popLast() {
          guard let node = slice.popFirst() else { continue }
          pending.append(slice)
          pending.append(node.modals[...])
          pending.append(node.children[...])
          return node
        }
        return nil
      }
    }
  }

  /// All nodes, each before its children and these before its modal.
  public var nodes: some Sequence<Node> & Sendable { root.nodes }
}

extension NavigationTree.Node {
  /// This node and everything below it, each node before its children and these before its modal.
  public var nodes: some Sequence<Self> & Sendable { NavigationTree.Nodes(root: self) }
}
