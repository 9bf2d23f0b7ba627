/// A part of the app with a lifetime of its own, in the form that both frameworks understand.
///
/// A node is shown through its ``Presentable/representative``. Its parent starts it once, retains
/// it while it lives and observes its end. The end comes exactly once, whether the parent or the
/// node itself causes it. A coordinator wraps a flow as a node; a CoreFlow flow is one.
@MainActor
public protocol NavigationNode: Presentable {
  /// Begins the node's life; called once by its parent, before its screen appears.
  ///
  /// - Parameter parent: The node that retains it, if the parent is a node.
  func start(under parent: (any NavigationNode)?)

  /// Ends the node's life from outside; has no effect after the end.
  ///
  /// - Parameter reason: The reason.
  func stop(because reason: NavigationEndReason)

  /// Observes the end of the node's life.
  ///
  /// - Parameter sink: Called once, on the main actor; at once if it has ended already.
  /// - Returns: The handle that keeps the sink subscribed.
  func onEnd(_ sink: @escaping @MainActor (NavigationEndReason) -> Void) -> Cancellation
}

/// A node that stands for a flow of another type.
///
/// If it is stopped because its screen has left, it ends at once, unless one of the flow's own
/// handlers has removed the screen: then it ends when that handler returns, for the reason that the
/// answer decides.
@MainActor
package protocol WrappingNode: NavigationNode {
  /// The name of the flow's type.
  var wrappedName: String { get }

  /// Whether a handler of the flow or a descendant has shown a container; also after the end.
  func hasShown(_ container: any NavigationContainer) -> Bool
}

/// A node whose release a leak detector expects when its screen has left.
@MainActor
package protocol LeakCheckedNode: NavigationNode {
  /// Postpones that expectation to the node's end, because its owner retains it without its screen.
  func expectReleaseAtEnd()
}

extension NavigationNode {
  /// The name in reports: that of the wrapped flow's type, or of the node's own.
  package var nodeName: String {
    (self as? any WrappingNode)?.wrappedName ?? "\(type(of: self))"
  }
}

/// The reason for a node's end.
public enum NavigationEndReason: Sendable, Equatable {
  /// It ended itself: its work is done.
  case finished
  /// The user dismissed its screen.
  case dismissedByUser
  /// Code removed its screen: popped or replaced it, or dismissed its container.
  case removed
  /// Its screen has left the tree, and the platform gives no reason: the user dismissed it, or code
  /// removed it with a call of the platform's.
  ///
  /// See ``NavigationCause/Kind/unknown``.
  case unknown
  /// Its parent ended, or stopped it.
  case stopped

  /// The reason of a node whose screen has left the tree.
  package init(departureBy cause: NavigationCause) {
    self =
      switch cause.kind {
      case .user: .dismissedByUser
      case .code, .framework: .removed
      case .unknown: .unknown
      }
  }

  /// Whether the node's screen has left the tree.
  package var isDeparture: Bool {
    switch self {
    case .dismissedByUser, .removed, .unknown: true
    case .finished, .stopped: false
    }
  }
}

/// The result of an awaited flow, in both frameworks.
public enum FlowResult<Value: Sendable>: Sendable {
  /// The flow has finished with a value.
  case value(Value)
  /// The user dismissed the flow's screen.
  case userLeft
  /// The flow ended without a value: it ended itself, its screen was removed or left for an unknown
  /// reason, it was stopped, or the waiting task was cancelled.
  case cancelled
}

extension FlowResult: Equatable where Value: Equatable {}
