/// An error for a tree that is invalid or unreadable, or a change that cannot be applied.
///
/// Compare ``code`` to distinguish errors. The text names the node, the values and the remedy; it
/// is meant for people.
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
