extension HeadlessWindow {
  /// The visible elements, from the top: the topmost presented controller, its bars and its views.
  ///
  /// While a gesture leads back, the screen under the finger is still the visible one.
  public final var visibleElements: [HeadlessElement] {
    guard !isHidden, let rootViewController else { return [] }
    return Self.elements(of: rootViewController)
  }

  /// The screen as text, one line for each element.
  public final var visibleText: String {
    visibleElements.map(\.line).joined(separator: "\n")
  }

  // A controller under the user's finger is leaving, and still visible.
  private static func elements(
    of controller: HeadlessViewController, isLeaving: Bool = false
  ) -> [HeadlessElement] {
    let top = controller.presentationChain.last ?? controller
    guard top.isShowing || isLeaving else { return [] }
    let members = top.shownMembers
    if let modal = members.lazy.flatMap(\.presentationChain).first(where: {
      $0.directPresenter != nil
    }) {
      return elements(of: modal)
    }
    let contents = { members.flatMap { elements(of: $0, isLeaving: isLeaving) } }
    switch top {
    case let alert as HeadlessAlertController: return elements(of: alert)
    case let stack as HeadlessNavigationController:
      guard let screen = stack.screenUnderFinger else {
        return bar(of: stack, showing: stack.contained) + contents()
      }
      return bar(of: stack, showing: stack.contained + [screen])
        + elements(of: screen, isLeaving: true)
    case let tabs as HeadlessTabBarController: return contents() + bar(of: tabs)
    default:
      let placed = members.compactMap(\.viewIfLoaded)
      return (top.viewIfLoaded.map { elements(in: $0, except: placed) } ?? []) + contents()
    }
  }

  private static func elements(of alert: HeadlessAlertController) -> [HeadlessElement] {
    let fields = (alert.textFields ?? []).flatMap { elements(in: $0, except: []) }
    let texts = [
      alert.title.map { HeadlessElement(.title, $0) },
      alert.message.map { HeadlessElement(.label, $0) },
    ]
    let buttons = alert.visibleActions.map { action in
      HeadlessElement(
        .alertButton, action.title ?? "", isEnabled: action.isEnabled,
        use: .tap { alert.userDidTap(action) })
    }
    return texts.compactMap { $0 } + fields + buttons
  }

  private static func bar(
    of stack: HeadlessNavigationController, showing screens: [HeadlessViewController]
  ) -> [HeadlessElement] {
    guard !stack.isNavigationBarHidden, let item = screens.last?.navigationItem else { return [] }
    var bar: [HeadlessElement] = []
    if screens.count > 1, item.showsBackButton {
      let previous = screens[screens.count - 2].navigationItem
      let text = previous.backButtonTitle ?? previous.title ?? "Back"
      bar.append(HeadlessElement(.backButton, text, use: .tap { stack.userDidTapBack() }))
    }
    bar += (item.leftBarButtonItems ?? []).map(element)
    if let title = item.title { bar.append(HeadlessElement(.title, title)) }
    return bar + (item.rightBarButtonItems ?? []).reversed().map(element)
  }

  private static func element(_ item: HeadlessBarButtonItem) -> HeadlessElement {
    HeadlessElement(
      .barButton, item.title ?? item.image?.systemName ?? "",
      identifier: item.accessibilityIdentifier, isEnabled: item.isEnabled,
      use: .tap {
        item.primaryAction?.perform(sender: item)
        return true
      })
  }

  private static func bar(of tabs: HeadlessTabBarController) -> [HeadlessElement] {
    guard tabs.isTabBarVisible else { return [] }
    return tabs.contained.enumerated().map { index, controller in
      let item = controller.tabBarItem
      return HeadlessElement(
        .tab, item.title ?? item.image?.systemName ?? "\(index)",
        identifier: item.accessibilityIdentifier, isEnabled: item.isEnabled,
        isSelected: controller === tabs.selected,
        use: .tap { tabs.userDidTapTab(at: index) })
    }
  }

  private static func elements(
    in view: HeadlessView, except placed: [HeadlessView]
  ) -> [HeadlessElement] {
    if view.isHidden || placed.contains(where: { $0 === view }) { return [] }
    return view.elements + view.subviews.flatMap { elements(in: $0, except: placed) }
  }
}
