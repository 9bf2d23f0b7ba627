/// A feature: a node of the flow tree that owns a core and the flows of its children.
///
/// ``Flow`` and ``ScreenLessFlow`` conform. What all flows can do is in extensions of this
/// protocol: attach and detach children, end, be the root of a window.
@MainActor
public protocol Flowable: NavigationNode {
  /// The type of the core.
  associatedtype Core: Activatable

  /// The feature's logic, made on first use.
  var core: Core { get }

  /// The flow's place in the tree; always the same object.
  var branch: FlowBranch { get }

  /// Called when a child has ended and is about to be released.
  ///
  /// - Parameters:
  ///   - child: The child; its core has resigned.
  ///   - reason: Who ended it.
  func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason)
}

extension Flowable {
  /// Does nothing.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - reason: Who ended it.
  public func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {}

  /// Whether the flow is in use.
  public var isActive: Bool { branch.isActive }

  /// The children that are attached, in the order in which they were.
  public var children: [any NavigationNode] { branch.children.map(\.node) }

  /// Where the flow gets its time from and reports to: its own, else that of its parent, else the
  /// shared one.
  public var context: NavigationContext { branch.context }

  /// What watches over the release of this flow and of those beneath it.
  public var leakDetector: LeakDetector { branch.leakDetector }

  /// Ends the flow from within: its core resigns, its parent takes the screen away and hears that
  /// it has finished.
  public func finish() {
    branch.endOnRequest(.finished)
  }

  /// Begins the flow's use; called by its parent.
  ///
  /// - Parameter parent: The node that keeps it.
  public func start(under parent: (any NavigationNode)?) {
    branch.start(under: parent)
  }

  /// Ends the flow's use; children resign first.
  ///
  /// - Parameter reason: Why.
  public func stop(because reason: NavigationEndReason) {
    branch.endOnRequest(reason)
  }

  /// Tells when the flow has ended.
  ///
  /// - Parameter sink: Called once, on the main actor; at once if it has ended already.
  /// - Returns: The handle that keeps the sink subscribed.
  public func onEnd(
    _ sink: @escaping @MainActor (NavigationEndReason) -> Void
  ) -> Cancellation {
    branch.onEnd(sink)
  }
}
