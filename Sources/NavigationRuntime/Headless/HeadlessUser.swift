extension HeadlessViewController {
  /// Ends the transitions that would end before a touch, and returns whether the touch reaches the
  /// controller: it is on the screen and not in a hidden view, no controller is presented above it
  /// or over its window, and no transition runs there.
  ///
  /// The callbacks may navigate, so a user's action calls this first.
  final func receivesTouch() -> Bool {
    platform.endLateTransitions()
    guard phase == .appeared, isInVisibleView, let window = hierarchyWindow, !window.isHidden else {
      return false
    }
    guard !window.isTransitionRunning else { return false }
    if let modal = window.rootViewController?.windowModal, !isWithin(modal) { return false }
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

  /// Whether the controller, or one inside it, prevents the user from dismissing its presentation,
  /// which it does while it is on the screen.
  private var preventsDismissalByUser: Bool {
    phase == .appeared
      && (isModalInPresentation || children.contains(where: \.preventsDismissalByUser))
  }

  /// Whether it is a sheet, which an alert never is, whatever its style.
  private var canBePulledDown: Bool {
    shownStyle.isSheet && !(self is HeadlessAlertController)
  }

  /// Whether it is a popover.
  private var canBeTappedAway: Bool {
    (self as? HeadlessAlertController)?.isPopover ?? (shownStyle == .popover)
  }

  /// - Returns: `nil` if nothing happened; else the transition, which may have ended.
  private func dismissByUser(
    interactive: Bool,
    where isDismissible: (HeadlessViewController) -> Bool
  ) -> HeadlessTransition?? {
    guard let presented = ancestry.first(where: { $0.directPresenter != nil }),
      presented.receivesTouch(), let presenter = presented.directPresenter,
      isDismissible(presented)
    else { return nil }
    let manager = presented.presentationController
    let delegate = manager?.delegate
    if let manager {
      let isAllowed =
        !presented.preventsDismissalByUser
        && delegate?.presentationControllerShouldDismiss(manager) ?? true
      guard isAllowed else {
        delegate?.presentationControllerDidAttemptToDismiss(manager)
        return nil
      }
    }
    let cancelAction = (presented as? HeadlessAlertController)?.cancelAction
    var result: HeadlessResult?
    let dismiss = { (completion: (() -> Void)?) in
      result = presenter.performDismiss(
        presented, animated: true, interactive: interactive, by: .user, delegate: manager,
        completion: completion)
    }
    let completion: (() -> Void)? = cancelAction.map { action in { action.handler?(action) } }
    if !interactive, let wrapping = Self.methodWrapping {
      presented.touchBeside {
        wrapping.headlessDismiss(on: presenter, completion: completion, dismiss)
      }
    } else {
      dismiss(completion)
    }
    guard case .success(let transition)? = result else { return nil }
    return .some(transition)
  }

  /// Handles a touch on the dimmed area around a presented controller.
  private func touchBeside(_ call: () -> Void) {
    let dimmingView = HeadlessView()
    viewIfLoaded?.superview?.attach(dimmingView)
    Self.methodWrapping?.headlessTouch(dimmingView, call)
    dimmingView.detach()
  }
}

extension HeadlessNavigationController {
  /// Simulates a tap on the back button.
  ///
  /// Stacks that contain one another, as those of a collapsed split, share the button: the innermost
  /// one with more than a root is popped.
  ///
  /// - Returns: `false` if there is none to tap: the root is shown, the button or the bar is
  ///   hidden, a transition runs, or a controller is presented above.
  @discardableResult
  public final func userDidTapBack() -> Bool {
    guard let stack = stackForUser() else { return false }
    guard let wrapping = Self.methodWrapping else {
      return stack.performPop(animated: true, by: .user).refusal == nil
    }
    var isPopped = false
    let bar = barStack
    wrapping.headlessShouldPop(in: bar, itemCount: bar.itemCount) {
      isPopped = stack.performPop(animated: true, by: .user).refusal == nil
      return isPopped
    }
    return isPopped
  }

  /// Simulates the beginning of an edge swipe, which pops what the back button would.
  ///
  /// - Returns: The gesture, or `nil` if swiping back is not possible.
  public final func userDidBeginEdgeSwipe() -> HeadlessGesture? {
    guard let stack = stackForUser(), stack.isInteractivePopEnabled else { return nil }
    let target = stack.contained[stack.contained.count - 2]
    let result = stack.performPop(to: target, animated: true, interactive: true, by: .user)
    guard case .success(let transition?) = result else { return nil }
    return HeadlessGesture(transition, platform: platform)
  }

  /// The screen that the user swipes away, until the gesture ends.
  var screenUnderFinger: HeadlessViewController? {
    let transition = involvements.first { $0.owner === self && $0.kind == .pop && $0.isInteractive }
    return transition?.from
  }

  /// Returns the stack that the user can pop now, if there is one.
  private func stackForUser() -> HeadlessNavigationController? {
    guard receivesTouch(), !barStack.hidesBar,
      let item = barStack.topScreens.last?.navigationItem, item.showsBackButton
    else { return nil }
    return barStack.poppableStack
  }
}

extension HeadlessTabBarController {
  /// Simulates a tap on a tab; on the selected one this pops its stack to the root.
  ///
  /// - Returns: `false` if there is no such tab, its item is disabled, the delegate forbids it, a
  ///   transition runs, or a controller is presented above.
  @discardableResult
  public final func userDidTapTab(at index: Int) -> Bool {
    guard receivesTouch(), contained.indices.contains(index), isTabBarVisible else { return false }
    let tapped = contained[index]
    guard tapped.tabBarItem.isEnabled, tab(of: tapped)?.isInBar ?? true else { return false }
    guard delegate?.tabBarController(self, shouldSelect: tapped) ?? true else { return false }
    var isSelected = true
    let select = { [self] in
      if tapped !== selected {
        isSelected = performSelect(tapped, by: .user).refusal == nil
        guard isSelected else { return }
      } else if let stack = tapped as? HeadlessNavigationController,
        let root = stack.viewControllers.first
      {
        _ = stack.performPop(to: root, animated: true, by: .user)
      }
      delegate?.tabBarController(self, didSelect: tapped)
    }
    if let wrapping = Self.methodWrapping {
      wrapping.headlessSelect(tapped.tabBarItem, in: self, select)
    } else {
      select()
    }
    return isSelected
  }

  /// Whether the bar is shown: an entry of the selected stack above its root may hide it.
  var isTabBarVisible: Bool {
    guard let stack = selected as? HeadlessNavigationController else { return true }
    return !stack.viewControllers.dropFirst().contains(where: \.hidesBottomBarWhenPushed)
  }
}

extension HeadlessPageViewController {
  /// Simulates the turning of the page.
  ///
  /// - Returns: `false` if there is no page in that direction or only the shown one, no data source,
  ///   a transition runs, or a controller is presented above.
  @discardableResult
  public final func userDidTurnPage(_ direction: NavigationDirection) -> Bool {
    guard let page = page(in: direction) else { return false }
    return turn(to: page, animated: true, by: .user).refusal == nil
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
    guard receivesTouch(), let shownPage else { return nil }
    return switch direction {
    case .forward: dataSource?.pageViewController(self, viewControllerAfter: shownPage)
    case .reverse: dataSource?.pageViewController(self, viewControllerBefore: shownPage)
    }
  }
}

extension HeadlessWindow {
  /// Simulates a tap on the button, bar button, tab, row or alert button with this text or
  /// identifier.
  ///
  /// - Throws: ``HeadlessTouchError`` if no such element can be reached now.
  public final func userDidTap(_ titleOrIdentifier: String) throws {
    try use(titleOrIdentifier, "Tapping \"\(titleOrIdentifier)\"") { $0.tap }
  }

  /// Simulates the selection of the row with this text.
  ///
  /// - Throws: ``HeadlessTouchError`` if no such element can be reached now.
  public final func userDidSelectRow(_ title: String) throws {
    try use(title, "Selecting the row \"\(title)\"") { $0.kind == .row ? $0.tap : nil }
  }

  /// Simulates typing into the field with this identifier, placeholder or text.
  ///
  /// - Throws: ``HeadlessTouchError`` if no such element can be reached now.
  public final func userDidType(_ text: String, into field: String) throws {
    try use(field, "Typing into \"\(field)\"") { $0.typing(text) }
  }

  /// Simulates a flip of the switch with this identifier.
  ///
  /// - Throws: ``HeadlessTouchError`` if no such element can be reached now.
  public final func userDidSwitch(_ identifier: String) throws {
    try use(identifier, "Switching \"\(identifier)\"") { $0.flip }
  }

  /// Simulates a tap on the element at an index of ``visibleElements``.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is no element now, or it does not support a tap.
  public final func userDidTap(elementAt index: Int) throws {
    try use(at: index, "Tapping") { $0.tap }
  }

  /// Simulates typing into the field at an index of ``visibleElements``.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is no element now, or it is not a field.
  public final func userDidType(_ text: String, intoElementAt index: Int) throws {
    try use(at: index, "Typing") { $0.typing(text) }
  }

  /// Simulates a flip of the switch at an index of ``visibleElements``.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is no element now, or it is not a switch.
  public final func userDidSwitch(elementAt index: Int) throws {
    try use(at: index, "Switching") { $0.flip }
  }

  /// The reason why the window shows no elements, with the remedy; `nil` if there is none.
  private var obstacle: String? {
    if isHidden { return "the window is hidden; call `makeKeyAndVisible()` first." }
    guard rootViewController == nil else { return nil }
    return "the window has no controller; set its `rootViewController` first."
  }

  /// Uses the element at an index, if the screen accepts touches.
  private func use(
    at index: Int, _ verb: String, _ action: (HeadlessElement) -> (() -> Bool)?
  ) throws {
    platform.endLateTransitions()
    let elements = visibleElements
    let found = elements.indices.contains(index) ? [elements[index]] : []
    let request = found.first.map { "\(verb) \"\($0.label)\"" } ?? "\(verb) element \(index)"
    try use(found, of: elements.filter { action($0) != nil }, request, action)
  }

  /// Uses the one element with an identifier or a text, if the screen accepts touches.
  private func use(
    _ wanted: String, _ request: String, _ action: (HeadlessElement) -> (() -> Bool)?
  ) throws {
    platform.endLateTransitions()
    let usable = visibleElements.filter { action($0) != nil }
    let identified = usable.filter { $0.identifier == wanted }
    let found = identified.isEmpty ? usable.filter { $0.text == wanted } : identified
    try use(found, of: usable, request, action)
  }

  private func use(
    _ found: [HeadlessElement], of usable: [HeadlessElement], _ request: String,
    _ action: (HeadlessElement) -> (() -> Bool)?
  ) throws {
    if isTransitionRunning { throw HeadlessTouchError(.transitionRunning, request) }
    let candidates = usable.filter(\.isEnabled).map(\.label)
    guard let element = found.first else {
      throw HeadlessTouchError(.notFound, request, candidates: candidates, because: obstacle)
    }
    guard found.count == 1 else {
      throw HeadlessTouchError(.ambiguous, request, candidates: candidates)
    }
    guard element.isEnabled, let action = action(element), action() else {
      throw HeadlessTouchError(.notUsable, request, candidates: candidates)
    }
  }
}

extension HeadlessElement {
  /// The element's human-readable label.
  fileprivate var label: String { text.isEmpty ? identifier ?? "" : text }
}

/// A gesture that drives a transition: an edge swipe, a pull on a sheet, the turning of a page.
///
/// It ends with ``finish()`` or ``cancel()``; the first call counts. Releasing the value does not
/// end the gesture: the platform retains the transition until it has ended.
@MainActor
public final class HeadlessGesture {
  /// The transition that follows the finger.
  package let transition: HeadlessTransition
  private let platform: HeadlessPlatform

  init(_ transition: HeadlessTransition, platform: HeadlessPlatform) {
    self.transition = transition
    self.platform = platform
  }

  /// Lifts the finger far enough for the change to happen.
  ///
  /// - Returns: `false` if the gesture had ended already.
  @discardableResult
  public func finish() -> Bool {
    platform.end(transition, completed: true)
  }

  /// Lifts the finger too early: everything is as it was before the gesture.
  ///
  /// - Returns: `false` if the gesture had ended already.
  @discardableResult
  public func cancel() -> Bool {
    platform.end(transition, completed: false)
  }
}

/// An error for a simulated touch that was not possible, with the possible ones.
public struct HeadlessTouchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason.
  public enum Code: String, Sendable {
    /// No reachable element has that text or name.
    case notFound
    /// The element cannot be used now.
    case notUsable
    /// More than one element has that text.
    case ambiguous
    /// A transition runs, during which the screen accepts no touches.
    case transitionRunning
  }

  /// The reason.
  public let code: Code
  /// The attempt, the reason, and the possible touches.
  public let text: String
  /// The texts or names of the elements that could be used in the same way.
  public let candidates: [String]

  /// The text, with the code in front.
  public var description: String {
    "\(code.rawValue): \(text)"
  }

  init(
    _ code: Code, _ request: String, candidates: [String] = [], because obstacle: String? = nil
  ) {
    let list = candidates.map { "\"\($0)\"" }.joined(separator: ", ")
    let alternatives = " Possible now: \(list.isEmpty ? "nothing" : list)."
    let reason =
      switch code {
      case .notFound: obstacle ?? "no such element can be reached." + alternatives
      case .notUsable: "it is disabled, or is not used in this way." + alternatives
      case .ambiguous:
        "more than one element has that name; give one an accessibilityIdentifier." + alternatives
      case .transitionRunning:
        "a transition runs, during which the screen takes no touches; end it, or the gesture that "
          + "leads it, first."
      }
    self.code = code
    self.candidates = candidates
    text = "\(request) failed: \(reason)"
  }
}
