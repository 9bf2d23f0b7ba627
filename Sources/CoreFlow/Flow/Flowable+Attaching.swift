extension Flowable {
  /// Takes a child into use: owns it, activates it, and brings its screen up.
  ///
  /// The parent is active first; the child of a parent that is not active waits for it. The screen
  /// comes up in the lane of the window, so what runs there ends before. From the call on the
  /// child belongs to this flow, until it is detached, ends itself, or its screen leaves the tree,
  /// whoever takes it away. Then it resigns, its children first, it is released, and
  /// ``didDetach(_:because:)`` and `onDetach` tell why.
  ///
  /// Parents become active before their children. A child that is active already, since its core
  /// was used while it had no parent, stays so; attached to a parent that is not active yet, it is
  /// reported. A flow that is attached again after its end is active again, without the children
  /// that it had: attach them in the core's ``Activatable/didBecomeActive()``.
  ///
  /// - Parameters:
  ///   - child: A flow of this module, or any other node.
  ///   - route: How its screen comes up.
  ///   - animated: Whether with an animation.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - onDetach: Called once, when the child has ended.
  /// - Returns: The handle on the transition; `nil` if there is none, if the child has ended while
  ///   it was made, or if it is attached already or this flow has ended, which is reported.
  @discardableResult
  public func attach(
    _ child: any NavigationNode,
    by route: FlowRoute,
    animated: Bool = true,
    fileID: String = #fileID,
    line: UInt = #line,
    onDetach: (@MainActor (NavigationEndReason) -> Void)? = nil
  ) -> ScheduledTransition? {
    branch.attach(
      child, by: route, animated: animated, at: CallSite(fileID, line), onDetach: onDetach)
  }

  /// Ends a child: it resigns, its children first, its screen goes, and it is released when the
  /// screen has gone.
  ///
  /// A child whose core is just reducing an action resigns when it is done.
  ///
  /// - Parameters:
  ///   - child: An attached child; any other is reported.
  ///   - animated: Whether the screen goes with an animation.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  /// - Returns: The handle on the transition; `nil` if there is none.
  @discardableResult
  public func detach(
    _ child: any NavigationNode, animated: Bool = true,
    fileID: String = #fileID, line: UInt = #line
  ) -> ScheduledTransition? {
    branch.detach(child, animated: animated, at: CallSite(fileID, line))
  }

  /// Begins the flow's use as the root of a window.
  ///
  /// The window is observed from now on, the flow's screen becomes its root, and when it has
  /// another root one day, the flow ends. A flow without a screen brings its children up by
  /// ``FlowRoute/root``, one after the other, and ends when it is stopped.
  ///
  /// A flow that is in use elsewhere, in another window or under a parent, stays there; that is
  /// reported.
  ///
  /// - Parameters:
  ///   - window: The window, which the app keeps, and makes key and visible itself.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  /// - Returns: The handle on the transition; `nil` for a flow without a screen, or one that has
  ///   ended while it was made.
  @discardableResult
  public func launch(
    in window: any NavigationContainer, fileID: String = #fileID, line: UInt = #line
  ) -> ScheduledTransition? {
    branch.launch(in: window, at: CallSite(fileID, line))
  }
}
