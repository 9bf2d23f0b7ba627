import NavigationRuntime

extension FlowCoordinator {
  /// Follows a deep link, and waits for its outcome.
  ///
  /// An older link in the same window is superseded. Cancelling the waiting task does not cancel the
  /// link; ``start(_:)`` returns a handle that can.
  ///
  /// - Parameter plan: The link's path.
  /// - Returns: The outcome: the arrival, or the reason for which it did not arrive.
  @discardableResult
  public func follow(_ plan: DeepLinkPlan) async -> DeepLinkOutcome {
    await start(plan).value()
  }

  /// Follows a deep link.
  ///
  /// One link is followed at a time in each window: an older one without an outcome ends as
  /// ``DeepLinkOutcome/superseded``. A step that it has already delivered to a flow keeps its turn.
  ///
  /// - Parameter plan: The link's path.
  /// - Returns: A handle on the link.
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
  /// A flow reads it in its `navigate`. `false` only for a hop of a deep link that should not be
  /// animated.
  public var isAnimated: Bool {
    engine.currentRunner?.item?.payload.call?.isAnimated ?? true
  }
}
