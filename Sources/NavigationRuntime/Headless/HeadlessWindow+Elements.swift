extension HeadlessWindow {
  /// What a person sees and can reach now, from the top: the topmost presented controller, its
  /// bars and its views.
  public final var visibleElements: [HeadlessElement] {
    guard !isHidden, let rootViewController else { return [] }
    return Self.elements(of: rootViewController)
  }

  /// The screen as text, one line for each element.
  public final var visibleText: String {
    visibleElements.map(\.line).joined(separator: "\n")
  }

  private static func elements(of controller: HeadlessViewController) -> [HeadlessElement] {
    let top = controller.presentationChain.last ?? controller
    guard top.isShowing else { return [] }
    let members = top.shownMembers
    if let modal = members.lazy.flatMap(\.presentationChain).first(where: {
      $0.directPresenter != nil
    }) {
      return elements(of: modal)
    }
    switch top {
    case let alert as HeadlessAlertController: return elements(of: alert)
    case let stack as HeadlessNavigationController:
      return bar(of: stack) + members.flatMap { elements(of: $0) }
    case let tabs as HeadlessTabBarController:
      return members.flatMap { elements(of: $0) } + bar(of: tabs)
    default:
      let placed = members.compactMap(\.viewIfLoaded)
      let own = top.viewIfLoaded.map { elements(in: $0, except: placed) } ?? []
      return own + members.flatMap { elements(of: $0) }
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

  private static func bar(of stack: HeadlessNavigationController) -> [HeadlessElement] {
    guard !stack.isNavigationBarHidden, let item = stack.topViewController?.navigationItem else {
      return []
    }
    var bar: [HeadlessElement] = []
    if stack.isBackButtonVisible {
      let previous = stack.contained[stack.contained.count - 2].navigationItem
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
