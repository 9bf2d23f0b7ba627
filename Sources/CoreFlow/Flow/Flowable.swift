/// A feature: a node of the flow tree that owns a core and its child flows.
///
/// ``Flow`` and ``ScreenLessFlow`` conform. Extensions of this protocol attach and detach children,
/// end the flow, and launch it in a window.
@MainActor
public protocol Flowable: NavigationNode {
  /// The type of the core.
  associatedtype Core: Activatable

  /// The feature's logic, created on first use.
  var core: Core { get }

  /// The flow's node in the flow tree; always the same object.
  var branch: FlowBranch { get }

  /// Called when a child has ended and is about to be released.
  ///
  /// - Parameters:
  ///   - child: The child; its core has resigned.
  ///   - reason: The reason for its end.
  func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason)
}

extension Flowable {
  /// Does nothing.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - reason: The reason for its end.
  public func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {}

  /// Whether the flow is active.
  public var isActive: Bool { branch.isActive }

  /// The attached children, in the order of their attachment.
  public var children: [any NavigationNode] { branch.children.map(\.node) }

  /// The context that supplies the clock and receives issues: the flow's own, else its parent's,
  /// else the shared one.
  public var context: NavigationContext { branch.context }

  /// The leak detector of this flow and its descendants.
  public var leakDetector: LeakDetector { branch.leakDetector }

  /// Ends the flow from within.
  ///
  /// Its core resigns; its parent removes the screen and receives the reason `finished`.
  public func finish() {
    branch.endOnRequest(.finished)
  }

  /// Starts the flow.
  ///
  /// Called by its parent.
  ///
  /// - Parameter parent: The node that retains the flow; `nil` for a root.
  public func start(under parent: (any NavigationNode)?) {
    branch.start(under: parent)
  }

  /// Stops the flow.
  ///
  /// Its children resign first.
  ///
  /// - Parameter reason: The reason for the end.
  public func stop(because reason: NavigationEndReason) {
    branch.endOnRequest(reason)
  }

  /// Observes the end of the flow.
  ///
  /// - Parameter sink: Called once with the reason, on the main actor; immediately if the flow has
  ///   ended already.
  /// - Returns: A handle that keeps the sink subscribed.
  public func onEnd(
    _ sink: @escaping @MainActor (NavigationEndReason) -> Void
  ) -> Cancellation {
    branch.onEnd(sink)
  }
}
