/// Why a tree is not valid, cannot be read, or a change cannot be carried out.
///
/// Compare ``code`` to tell errors apart. The text says what happened to which node, with which
/// values, and what to do about it; it is meant for people.
public struct NavigationTreeError: Error, Hashable, Sendable {
  /// What sort of error this is.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A change names a node that is not in the tree.
    case unknownNode
    /// A change does not suit the kind of the node.
    case wrongKind
    /// A change that changes nothing, such as a push of no nodes.
    case emptyChange
    /// What is to be popped is not what is on top of the stack.
    case notOnTop
    /// More is to be popped than the stack holds.
    case poppedTooMany
    /// An index is outside of a node's children.
    case indexOutOfRange
    /// A node is to present while it presents already.
    case alreadyPresenting
    /// A modal is to go away that the node does not present.
    case notPresenting
    /// What a change says was there is not what is there.
    case mismatch
    /// A node is to be moved into itself.
    case movedIntoItself
    /// The selected tab or page is to be moved away from the others.
    case selectedNodeMoved
    /// Two nodes have one identifier.
    case duplicateID
    /// A screen has children.
    case childrenOfScreen
    /// A selection is missing, out of range, or where none can be.
    case invalidSelection
    /// A window is not at the root.
    case windowNotAtRoot
    /// A window has more than one child.
    case tooManyChildren
    /// Stored data cannot be read.
    case damagedData
  }

  /// What sort of error this is.
  public let code: Code
  /// The node it is about; for damaged data the nearest one that could be read.
  public let node: NavigationNodeID?
  /// What happened, with which values, and what to do.
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
