import NavigationRuntime

extension FlowCoordinator {
  /// Follows a deep link, and waits for its outcome.
  ///
  /// An older link in the same window gives way to it. The link goes on if the waiting task is cancelled; ``start(_:)`` gives a handle that can be.
  ///
  /// - Parameter plan: Where it leads.
  /// - Returns: Whether it arrived, and if not, why.
  @discardableResult
  public func follow(_ plan: DeepLinkPlan) async -> DeepLinkOutcome {
    await start(plan).value()
  }

  /// Follows a deep link.
  ///
  /// One link is followed at a time in each window: an older one that has no outcome ends as
  /// ``DeepLinkOutcome/superseded``. A step that its flow has been handed by then keeps its turn.
  ///
  /// - Parameter plan: Where it leads.
  /// - Returns: The handle on what becomes of it.
  @discardableResult
  public func start(_ plan: DeepLinkPlan) -> DeepLink {
    let link = DeepLink(plan, coordinator: self)
    guard !engine.hasCompleted else {
      link.cancel()
      return link
    }
    engine.follow(link)
    return link
  }

  /// Whether the step that is being handled should be animated.
  ///
  /// Read by a flow in its `navigate`. `false` only for a hop of a deep link that is not to be
  /// animated.
  public var isAnimated: Bool {
    engine.currentRunner?.item?.payload.call?.isAnimated ?? true
  }
}
