extension HeadlessViewController {
  /// Whether a touch reaches the controller: it is on the screen, no controller is presented above
  /// it, and no transition runs in its window.
  package final var isTouchable: Bool {
    guard phase == .appeared, let window = hierarchyWindow, !window.isHidden else { return false }
    guard !window.isTransitionRunning else { return false }
    return ancestry.allSatisfy { $0.directPresented == nil }
  }

  /// Simulates a pull on the sheet that contains this controller.
  ///
  /// - Returns: `false` if it cannot be pulled down, or must not be; the delegate receives an
  ///   attempt that the app does not allow.
  @discardableResult
  public final func userDidPullDown() -> Bool {
    dismissByUser(interactive: false, where: \.canBePulledDown) != nil
  }

  /// Simulates the beginning of a pull on the sheet.
  ///
  /// - Returns: The gesture, or `nil` if the sheet cannot be pulled down, or must not be.
  public final func userDidBeginPullDown() -> HeadlessGesture? {
    let transition = dismissByUser(interactive: true, where: \.canBePulledDown)
    guard case .some(.some(let transition)) = transition else { return nil }
    return HeadlessGesture(transition, platform: platform)
  }

  /// Simulates a tap beside the popover that contains this controller.
  ///
  /// For an action sheet it replaces the cancel button, whose handler is called at the end.
  ///
  /// - Returns: `false` if there is no popover, or it must not be closed.
  @discardableResult
  public final func userDidTapOutside() -> Bool {
    dismissByUser(interactive: false, where: \.canBeTappedAway) != nil
  }

  /// Whether it is a sheet, which an alert never is, whatever its style.
  private var canBePulledDown: Bool {
    modalPresentationStyle.isSheet && !(self is HeadlessAlertController)
  }

  /// Whether it is a popover.
  private var canBeTappedAway: Bool {
    (self as? HeadlessAlertController)?.isPopover ?? (modalPresentationStyle == .popover)
  }

  /// - Returns: `nil` if nothing happened; else the transition, which may have ended.
  private func dismissByUser(
    interactive: Bool,
    where isDismissible: (HeadlessViewController) -> Bool
  ) -> HeadlessTransition?? {
    guard let presented = ancestry.first(where: { $0.directPresenter != nil }),
      let presenter = presented.directPresenter, presented.isTouchable,
      isDismissible(presented)
    else { return nil }
    let manager = presented.presentationController
    let delegate = manager?.delegate
    if let manager {
      let isAllowed =
        !presented.isModalInPresentation
        && delegate?.presentationControllerShouldDismiss(manager) ?? true
      guard isAllowed else {
        delegate?.presentationControllerDidAttemptToDismiss(manager)
        return nil
      }
    }
    let cancelAction = (presented as? HeadlessAlertController)?.cancelAction
    let result = presenter.performDismiss(
      presented, animated: true, interactive: interactive, by: .user, delegate: manager,
      completion: cancelAction.map { action in { action.handler?(action) } })
    guard case .success(let transition) = result else { return nil }
    return .some(transition)
  }
}
