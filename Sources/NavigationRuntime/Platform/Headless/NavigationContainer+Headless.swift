/// Every headless controller is a container: it reports its changes to its lifecycle.
extension HeadlessViewController: NavigationContainer {
  /// The lifecycle, which the controller retains as its observer.
  public var navigationRuntimeLifecycle: NavigationLifecycle { headlessLifecycle(of: self) }

  /// The kind, by the class of the controller; a plain one with children is an unknown container.
  public var navigationRuntimeKind: NavigationTree.Kind {
    switch self {
    case is HeadlessNavigationController: .stack
    case is HeadlessTabBarController: .tabs
    case is HeadlessSplitViewController: .split
    case is HeadlessPageViewController: .pages
    default: children.isEmpty ? .screen : .container(typeName)
    }
  }

  /// The name from the controller's traits, else the restoration identifier, else a name made from
  /// the type.
  public var navigationRuntimeName: String {
    navigationTreeTraitsOfItsOwn?.name ?? restorationIdentifier ?? typeName
  }

  /// The number of its contents; of pages, only those that are shown.
  public var navigationRuntimeContainedCount: Int { containedControllers.count }

  /// Returns its contents at an index.
  ///
  /// - Parameter index: From 0 to ``navigationRuntimeContainedCount`` - 1.
  /// - Returns: The contained controller.
  public func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    containedControllers[index]
  }

  private var containedControllers: [HeadlessViewController] {
    guard let pages = self as? HeadlessPageViewController else { return children }
    return pages.viewControllers ?? []
  }

  /// The index of the selected tab, or of the shown page.
  public var navigationRuntimeSelectedIndex: Int? {
    switch self {
    case let tabs as HeadlessTabBarController: tabs.selectedIndex
    case is HeadlessPageViewController: 0
    default: nil
    }
  }

  /// The controller that this one itself presents.
  public var navigationRuntimePresented: (any NavigationContainer)? {
    presentedViewController.flatMap { $0.presentingViewController === self ? $0 : nil }
  }

  /// The parent, else the presenter, else the window whose root it is.
  public var navigationRuntimeEnclosing: (any NavigationContainer)? {
    parent ?? directPresenter ?? rootWindow
  }

  /// The value in the controller's traits, else whether its style takes the presenter off the
  /// screen.
  public var navigationRuntimeCoversPresenter: Bool {
    navigationTreeTraitsOfItsOwn?.coversPresenter ?? takesPresenterOffScreen
  }

  /// Calls the headless platform.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - animated: Whether with an animation.
  /// - Returns: Whether the platform accepted the call.
  public func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    switch (operation, self) {
    case (.present(let node as HeadlessViewController), _):
      return .init(performPresent(node, animated: animated))
    case (.dismiss, _):
      return .init(performDismiss(animated: animated))
    case (.push(let node as HeadlessViewController), let stack as HeadlessNavigationController):
      return .init(stack.performPush(node, animated: animated))
    case (.pop, let stack as HeadlessNavigationController):
      return .init(stack.performPop(animated: animated))
    case (.popTo(let node as HeadlessViewController), let stack as HeadlessNavigationController):
      return .init(stack.performPop(to: node, animated: animated))
    case (.setStack(let nodes), let stack as HeadlessNavigationController):
      guard let controllers = nodes as? [HeadlessViewController] else { break }
      return .init(stack.performSet(controllers, animated: animated))
    case (.select(let index), let tabs as HeadlessTabBarController):
      return .init(tabs.performSelect(at: index))
    case (.select(let index), let pages as HeadlessPageViewController):
      guard let page = lifecycle.page(at: index) as? HeadlessViewController else { break }
      return .init(pages.performSetPage(page, animated: animated))
    case (.setTabs(let nodes), let tabs as HeadlessTabBarController):
      guard let controllers = nodes as? [HeadlessViewController] else { break }
      return .init(tabs.performSetTabs(controllers))
    default: break
    }
    return .ended(.refused(.wrongPlatform(operation, self)))
  }
}

extension HeadlessViewController: PartialDisplay {
  var keepsToPresentersArea: Bool { modalPresentationStyle == .currentContext }

  func displays(column: any NavigationContainer) -> Bool {
    shownMembers.contains { $0 === column }
  }
}
