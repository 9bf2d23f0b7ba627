/// An error for a tree that is invalid or unreadable, or a change that cannot be applied.
///
/// Compare ``code`` to distinguish errors. The text names the node, the values and the remedy.
public struct NavigationTreeError: Error, Hashable, Sendable {
  /// The kind of an error.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A change names a node that is not in the tree.
    case unknownNode
    /// A change does not fit the kind of the node.
    case wrongKind
    /// A change that changes nothing, such as a push of no nodes.
    case emptyChange
    /// The nodes to pop are not on top of the stack.
    case notOnTop
    /// More nodes are to be popped than the stack holds.
    case poppedTooMany
    /// An index is outside of a node's children.
    case indexOutOfRange
    /// A node with a modal is to present another one.
    case alreadyPresenting
    /// A modal is to be dismissed that the node does not present.
    case notPresenting
    /// The change expects something else than the tree contains.
    case mismatch
    /// A node is to be moved into itself.
    case movedIntoItself
    /// The selected tab or page is to be moved away from its siblings.
    case selectedNodeMoved
    /// Two nodes have one identifier.
    case duplicateID
    /// A screen has children.
    case childrenOfScreen
    /// A selection is missing, out of range, or not allowed.
    case invalidSelection
    /// A window is not at the root.
    case windowNotAtRoot
    /// A window has more than one child.
    case tooManyChildren
    /// A tree has too many levels to be encoded.
    case tooDeep
    /// Stored data cannot be read.
    case damagedData
  }

  /// The kind of the error.
  public let code: Code
  /// The node in question; for damaged data the nearest ancestor that could be read.
  public let node: NavigationNodeID?
  /// The fact, with its values, and the remedy.
  public let message: String

  init(_ code: Code, _ node: NavigationNodeID?, _ message: String) {
    self.code = code
    self.node = node
    self.message = message
  }
}

extension NavigationTreeError: CustomStringConvertible {
  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }
}

extension NavigationTreeError {
  typealias Node = NavigationTree.Node

  static func duplicateID(_ first: Node, _ second: Node) -> Self {
    Self(
      .duplicateID, first.id,
      "\(first) and \(second) have one identifier. Give each node its own, and use it once.")
  }

  static func childrenOfScreen(_ node: Node, count: Int) -> Self {
    Self(
      .childrenOfScreen, node.id,
      "\(node) is a screen and cannot have children, but has \(count). "
        + "Make it a container, or present them.")
  }

  static func invalidSelection(
    _ node: Node, kind: NavigationTree.Kind, count: Int, selectedIndex: Int?
  ) -> Self {
    let selection = selectedIndex.map(String.init) ?? "none"
    let advice: String
    if !kind.hasSelection {
      advice = "Only tabs and pages have a selection; leave it out."
    } else if count == 0 {
      advice = "Leave the selection out as long as there are no children."
    } else {
      advice = "Select 0 to \(count - 1)."
    }
    return Self(
      .invalidSelection, node.id,
      "The selection of \(node) is \(selection), with \(count) children. \(advice)")
  }

  static func windowNotAtRoot(_ node: Node) -> Self {
    Self(
      .windowNotAtRoot, node.id,
      "\(node) is inside of another node. A window can only be the root of a tree.")
  }

  static func tooManyChildren(_ node: Node, count: Int) -> Self {
    Self(
      .tooManyChildren, node.id,
      "The window \(node) holds at most one child, not \(count). Put a container in between.")
  }
}

extension NavigationTreeError {
  static func tooDeep(_ node: Node, levels: Int) -> Self {
    Self(
      .tooDeep, node.id,
      "\(node) has \(levels) levels, and at most 200 can be encoded. Encode a part of it.")
  }

  static func unknownNode(_ id: NavigationNodeID) -> Self {
    Self(.unknownNode, id, "There is no node \(id) in the tree. Name a node that is in it.")
  }

  static func wrongKind(_ node: Node, expected: String) -> Self {
    Self(
      .wrongKind, node.id,
      "\(node) is of kind \(node.kind), but this change needs \(expected). "
        + "Use contentsReplaced, which suits every kind.")
  }

  static func emptyChange(_ node: Node, _ what: String) -> Self {
    Self(.emptyChange, node.id, "\(what) \(node) changes nothing. Leave this change out.")
  }

  static func notOnTop(_ node: Node, popped: [Node]) -> Self {
    let top = node.children.suffix(popped.count)
    return Self(
      .notOnTop, node.id,
      "\(list(popped)) cannot be popped from \(node): its top is \(list(top)). "
        + "Pop its top, or replace the stack.")
  }

  static func poppedTooMany(_ node: Node, count: Int) -> Self {
    Self(
      .poppedTooMany, node.id,
      "\(count) nodes cannot be popped from \(node), which holds \(node.children.count). "
        + "Pop at most as many as it holds.")
  }

  static func indexOutOfRange(_ node: Node, index: Int, allowed: ClosedRange<Int>?) -> Self {
    let advice =
      allowed.map { "Use \($0.lowerBound) to \($0.upperBound)." } ?? "It has no children."
    return Self(
      .indexOutOfRange, node.id,
      "Index \(index) is outside of \(node), which has \(node.children.count) children. \(advice)")
  }

  static func alreadyPresenting(_ node: Node, modal: Node, wanted: Node) -> Self {
    Self(
      .alreadyPresenting, node.id,
      "\(node) cannot present \(wanted): it presents \(modal) already. "
        + "Present over \(modal), dismiss it first, or replace it.")
  }

  static func notPresenting(_ node: Node, expected: Node) -> Self {
    let fact = node.modal.map { "it presents \($0)" } ?? "it presents nothing"
    return Self(
      .notPresenting, node.id,
      "\(node) does not present \(expected): \(fact). Dismiss its own modal.")
  }

  static func mismatch(_ node: Node, expected: String, found: String) -> Self {
    Self(
      .mismatch, node.id,
      "The change expects that \(node) has \(expected), but it has \(found). "
        + "Make the change from the tree to which it is applied.")
  }

  static func movedIntoItself(_ node: Node, to slot: NavigationTree.Slot) -> Self {
    Self(
      .movedIntoItself, node.id,
      "\(node) cannot be moved to \(slot), which is inside of it. Choose a slot outside of it.")
  }

  static func selectedNodeMoved(_ node: Node, from container: Node) -> Self {
    Self(
      .selectedNodeMoved, container.id,
      "\(node) cannot be moved out of \(container), where it is selected. "
        + "Select another one first, or use tabsReplaced, which includes the selection.")
  }

  static func list(_ nodes: some Collection<Node>) -> String {
    guard !nodes.isEmpty else { return "nothing" }
    let shown = nodes.prefix(5).map(\.description).joined(separator: ", ")
    return nodes.count > 5 ? "\(shown) and \(nodes.count - 5) more" : shown
  }

  static func contents(of node: Node) -> String {
    list(node.children + node.modals)
  }
}

extension NavigationTreeError {
  /// Converts an error of a decoder to this type.
  ///
  /// Decoders throw errors of their own too: Foundation's does so for a number out of range.
  static func damagedData(_ error: any Error, at path: [any CodingKey]) -> Self {
    if let error = error as? Self { return error }
    let (fact, location) =
      (error as? DecodingError)?.explanation
      ?? ("A value cannot be read (\(error))", DecodingError.text(path))
    return Self(
      .damagedData, nil, "\(fact), at \(location). Repair the data, or start without it.")
  }

  /// Returns this error naming the enclosing node, unless it names a node already.
  func located(in id: NavigationNodeID?, name: String?) -> Self {
    guard node == nil, let id else { return self }
    let label = name.map { "\"\($0)\" \(id)" } ?? "\(id)"
    return Self(code, id, "In node \(label): \(message)")
  }
}

extension DecodingError {
  /// The damage, and its path: `root.children[2].kind`.
  fileprivate var explanation: (fact: String, path: String) {
    switch self {
    case .keyNotFound(let key, let context):
      return ("The key \"\(key.stringValue)\" is missing", Self.text(context.codingPath))
    case .valueNotFound(let type, let context):
      return ("The value is null, not \(type)", Self.text(context.codingPath))
    case .typeMismatch(let type, let context):
      return ("The value is not of type \(type)", Self.text(context.codingPath))
    case .dataCorrupted(let context):
      return (sentence(context.debugDescription), Self.text(context.codingPath))
    @unknown default:
      return ("The data cannot be read", "an unknown path")
    }
  }

  fileprivate static func text(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "the top" }
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return text
  }

  private func sentence(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
