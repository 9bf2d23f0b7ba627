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
  var flowNode: FlowNode { get }

  /// Called when a child has ended and is about to be released.
  ///
  /// - Parameters:
  ///   - child: The child; its core has resigned.
  ///   - reason: The reason for its end.
  func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason)
}

extension Flowable {
  /// Does nothing.
  public func didDetach(_ child: any NavigationNode, because reason: NavigationEndReason) {}

  /// Whether the flow is active.
  public var isActive: Bool { flowNode.isActive }

  /// The attached children, in the order of their attachment.
  public var children: [any NavigationNode] { flowNode.children.map(\.node) }

  /// The context that supplies the clock and receives issues.
  ///
  /// The flow's own, else that of the nearest ancestor or launch window that has one, else that of
  /// the window that shows its screen or showed it last, else the shared one.
  public var context: NavigationContext { flowNode.context }

  /// The leak detector of this flow and its descendants.
  public var leakDetector: LeakDetector { flowNode.leakDetector }

  /// Ends the flow from within.
  ///
  /// Its core resigns; its parent removes the screen and receives the reason `finished`. A flow
  /// without a parent ends, and its own screen stays until its owner removes it.
  public func finish() {
    flowNode.endOnRequest(.finished)
  }

  /// Starts the flow.
  ///
  /// Called by its parent.
  public func start(under parent: (any NavigationNode)?) {
    flowNode.start(under: parent)
  }

  /// Stops the flow.
  ///
  /// Its children resign first, and their screens are removed. The screen of a flow without a parent
  /// stays until its owner removes it.
  public func stop(because reason: NavigationEndReason) {
    flowNode.endOnRequest(reason)
  }

  /// Observes the end of the flow.
  public func onEnd(_ sink: @escaping @MainActor (NavigationEndReason) -> Void) -> Cancellation {
    flowNode.onEnd(sink)
  }
}

extension Flowable {
  /// Attaches a child: retains it, activates it, and shows its screen.
  ///
  /// The parent is active first; the child of a parent that is not active waits for it. The screen
  /// appears through the scheduler of the window, after the transitions that run there. The child
  /// belongs to this flow from the call on, until it is detached, ends itself, or its screen leaves
  /// the tree for any reason. Then its children resign, it resigns, it is released, and
  /// ``didDetach(_:because:)`` and `onDetach` receive the reason.
  ///
  /// A child that is active already, because its core was used while it had no parent, stays
  /// active. Attaching it to a parent that is not active yet is reported. A flow that is attached
  /// again after its end is active again, without its former children: attach them in the core's
  /// ``Activatable/didBecomeActive()``.
  ///
  /// - Parameters:
  ///   - child: A CoreFlow flow, or any other node.
  ///   - route: The way in which its screen is shown.
  ///   - animated: Whether the transition is animated.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - onDetach: Called once with the reason, when the child has ended.
  /// - Returns: A handle on the transition; `nil` if there is none, or if the child ended while it
  ///   was created. Also `nil`, and reported, if the child is attached already or this flow has
  ///   ended.
  @_disfavoredOverload  // A child with a value returns its attachment.
  @discardableResult
  public func attach(
    _ child: any NavigationNode,
    by route: FlowRoute,
    animated: Bool = true,
    fileID: String = #fileID,
    line: UInt = #line,
    onDetach: (@MainActor (NavigationEndReason) -> Void)? = nil
  ) -> ScheduledTransition? {
    flowNode.attach(
      child, by: route, animated: animated, at: CallSite(fileID, line), onDetach: onDetach)
  }

  /// Detaches a child: its children resign, it resigns, its screen leaves, and it is released when
  /// the screen has left.
  ///
  /// A child whose core is reducing an action resigns when that action is done.
  ///
  /// - Parameters:
  ///   - child: An attached child; any other is reported.
  ///   - animated: Whether the transition is animated.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  /// - Returns: A handle on the transition; `nil` if there is none.
  @discardableResult
  public func detach(
    _ child: any NavigationNode, animated: Bool = true,
    fileID: String = #fileID, line: UInt = #line
  ) -> ScheduledTransition? {
    flowNode.detach(child, animated: animated, at: CallSite(fileID, line))
  }

  /// Launches the flow as the root of a window.
  ///
  /// The window is observed from now on, and the flow's screen becomes its root. The flow ends when
  /// the window gets another root. A flow without a screen shows its children by
  /// ``FlowRoute/root``, each replacing the one before, and ends when it is stopped.
  ///
  /// A flow that is in use elsewhere, in another window or under a parent, stays there: the launch
  /// is refused and reported. If the screen does not become the root, because it still is the root of
  /// another window for example, that is reported as well, and the flow ends.
  ///
  /// - Parameters:
  ///   - window: The window. The app retains it, and makes it key and visible.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  /// - Returns: A handle on the transition; `nil` for a flow without a screen, or one that ended
  ///   while it was created.
  @discardableResult
  public func launch(
    in window: any NavigationContainer, fileID: String = #fileID, line: UInt = #line
  ) -> ScheduledTransition? {
    flowNode.launch(in: window, at: CallSite(fileID, line))
  }
}

/// The way in which a child flow's screen is shown.
public enum FlowRoute: Sendable, Equatable {
  /// Onto the navigation stack that contains the parent's screen, or onto the parent's screen if that
  /// is a stack.
  case push
  /// Over the parent's screen.
  case present
  /// As the last tab of the tab bar controller that contains the parent's screen, or of the parent's
  /// screen if that is one.
  case tab
  /// As the root of the window in which the flow, or one above it, was launched.
  ///
  /// The previous root leaves, and its flow ends. A child that would end its own parent is refused
  /// and reported, so a ``ScreenLessFlow`` attaches by root. Detaching the child leaves the window
  /// without a root; to replace it, attach the next child instead.
  case root
  /// Not at all, or by the parent's own code.
  case none
}
