extension HeadlessPageViewController {
  /// Simulates the turning of the page.
  ///
  /// - Returns: `false` if there is no page in that direction, no data source, a transition runs,
  ///   or a controller is presented above.
  @discardableResult
  public final func userDidTurnPage(_ direction: NavigationDirection) -> Bool {
    guard let page = page(in: direction) else { return false }
    guard case .success = turn(to: page, animated: true, by: .user) else { return false }
    return true
  }

  /// Simulates the beginning of the turning of the page.
  ///
  /// - Returns: The gesture, or `nil` if the page cannot be turned.
  public final func userDidBeginTurningPage(
    _ direction: NavigationDirection
  ) -> HeadlessGesture? {
    guard let page = page(in: direction) else { return nil }
    let result = turn(to: page, animated: true, interactive: true, by: .user)
    guard case .success(let transition?) = result else { return nil }
    return HeadlessGesture(transition, platform: platform)
  }

  private func page(in direction: NavigationDirection) -> HeadlessViewController? {
    guard isTouchable, let shownPage else { return nil }
    return switch direction {
    case .forward: dataSource?.pageViewController(self, viewControllerAfter: shownPage)
    case .reverse: dataSource?.pageViewController(self, viewControllerBefore: shownPage)
    }
  }
}
