extension HeadlessTabBarController {
  /// Simulates a tap on a tab; on the selected one this pops its stack to the root.
  ///
  /// - Returns: `false` if there is no such tab, the delegate forbids it, a transition runs, or a
  ///   controller is presented above.
  @discardableResult
  public final func userDidTapTab(at index: Int) -> Bool {
    guard contained.indices.contains(index), isTouchable, isTabBarVisible else { return false }
    let tapped = contained[index]
    guard delegate?.tabBarController(self, shouldSelect: tapped) ?? true else { return false }
    if tapped !== selected {
      guard case .success = performSelect(tapped, by: .user) else { return false }
    } else if let stack = tapped as? HeadlessNavigationController,
      let root = stack.viewControllers.first
    {
      _ = stack.performPop(to: root, animated: true, by: .user)
    }
    delegate?.tabBarController(self, didSelect: tapped)
    return true
  }

  /// Whether the bar is shown: an entry of the selected stack above its root may hide it.
  var isTabBarVisible: Bool {
    guard let stack = selected as? HeadlessNavigationController else { return true }
    return !stack.viewControllers.dropFirst().contains(where: \.hidesBottomBarWhenPushed)
  }
}
