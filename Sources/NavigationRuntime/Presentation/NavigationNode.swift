/// Why a node ended.
public enum NavigationEndReason: Sendable, Equatable {
  /// It ended itself: its work is done.
  case finished
  /// The user took its screen away.
  case dismissedByUser
  /// Its screen was taken away by code: popped, replaced, its container dismissed.
  case removed
  /// Its parent ended, or stopped it.
  case stopped
}

/// A part of the app with a life of its own, as the two frameworks see each other's.
///
/// A node is shown through its ``Presentable/representative``. Its parent starts it once, keeps
/// it alive while it lives, and hears when it has ended; whoever ends it first, its parent or
/// itself, the end comes once. A coordinator wraps a flow as a node, a CoreFlow flow is one.
@MainActor
public protocol NavigationNode: Presentable {
  /// Begins the node's life; called once by its parent, when its screen is about to come up.
  ///
  /// - Parameter parent: The node that keeps it, if that is one.
  func start(under parent: (any NavigationNode)?)

  /// Ends the node's life from outside; does nothing after the end.
  ///
  /// - Parameter reason: Why.
  func stop(because reason: NavigationEndReason)

  /// Tells when the node's life has ended.
  ///
  /// - Parameter sink: Called once, on the main actor; at once if it has ended already.
  /// - Returns: The handle that keeps the sink subscribed.
  func onEnd(_ sink: @escaping @MainActor (NavigationEndReason) -> Void) -> Cancellation
}
