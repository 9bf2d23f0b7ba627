extension HeadlessNavigationController {
  /// Simulates a tap on the back button.
  ///
  /// - Returns: `false` if there is none to tap: the root is shown, the button or the bar is
  ///   hidden, a transition runs, or a controller is presented above.
  @discardableResult
  public final func userDidTapBack() -> Bool {
    guard isBackButtonVisible, isTouchable else { return false }
    return isSuccess(performPop(animated: true, by: .user))
  }

  /// Simulates the beginning of an edge swipe.
  ///
  /// - Returns: The gesture, or `nil` if swiping back is not possible.
  public final func userDidBeginEdgeSwipe() -> HeadlessGesture? {
    guard isInteractivePopEnabled, isBackButtonVisible, isTouchable else { return nil }
    let target = contained[contained.count - 2]
    let result = performPop(to: target, animated: true, interactive: true, by: .user)
    guard case .success(let transition?) = result else { return nil }
    return HeadlessGesture(transition, platform: platform)
  }

  /// The screen that the user swipes away, until the gesture ends.
  var screenUnderFinger: HeadlessViewController? {
    let transition = involvements.first { $0.owner === self && $0.kind == .pop && $0.isInteractive }
    return transition?.from
  }

  /// Whether the bar shows a back button.
  var isBackButtonVisible: Bool {
    guard contained.count > 1, !isNavigationBarHidden, let item = topViewController?.navigationItem
    else { return false }
    return item.showsBackButton
  }

  private func isSuccess(_ result: Result<HeadlessTransition?, HeadlessRefusal>) -> Bool {
    if case .success = result { true } else { false }
  }
}
