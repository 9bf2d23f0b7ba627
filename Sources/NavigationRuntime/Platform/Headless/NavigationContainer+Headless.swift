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
    case let tabs as HeadlessTabBarController: tabs.contained.firstIndex { $0 === tabs.selected }
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
      return .init(pages.performSetPage(page, animated: animated && !pages.isDoubleSided))
    case (.setTabs(let nodes), let tabs as HeadlessTabBarController):
      guard let controllers = nodes as? [HeadlessViewController] else { break }
      return .init(tabs.performReplace(controllers))
    default: break
    }
    return .ended(.refused(.wrongPlatform(operation, self)))
  }
}

extension HeadlessViewController: PartialDisplay {
  var keepsToPresentersArea: Bool { presentationStyle == .currentContext }

  func displays(_ child: any NavigationContainer) -> Bool {
    if self is HeadlessSplitViewController { return shownMembers.contains { $0 === child } }
    guard let child = child as? HeadlessViewController else { return true }
    // Its view is about to be added.
    if child.membership == .arriving, child.viewIfLoaded?.superview == nil { return true }
    guard let view = viewIfLoaded else { return false }
    var next = child.viewIfLoaded
    while let inner = next, inner !== view, !inner.isHidden { next = inner.superview }
    return next === view
  }
}

extension HeadlessWindow: DisplayedWindow {
  var isDisplayed: Bool {
    guard !isHidden else { return false }
    switch windowScene?.activationState {
    case .foregroundActive, .foregroundInactive, nil: return true
    case .background, .unattached: return false
    }
  }
}

/// A headless window is the root of a tree.
extension HeadlessWindow: NavigationContainer {
  /// The lifecycle, which the window retains as its observer.
  public var navigationRuntimeLifecycle: NavigationLifecycle { headlessLifecycle(of: self) }

  /// A window.
  public var navigationRuntimeKind: NavigationTree.Kind { .window }

  /// The name from the window's traits, else a name made from the type.
  public var navigationRuntimeName: String { navigationTreeTraitsOfItsOwn?.name ?? typeName }

  /// 1 if the window has a root controller.
  public var navigationRuntimeContainedCount: Int { rootViewController == nil ? 0 : 1 }

  /// The root controller.
  public func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    guard index == 0, let rootViewController else {
      preconditionFailure("A window has no entry \(index), only its root if there is one.")
    }
    return rootViewController
  }

  /// `nil`.
  public var navigationRuntimeSelectedIndex: Int? { nil }

  /// `nil`: a window's root presents, not the window.
  public var navigationRuntimePresented: (any NavigationContainer)? { nil }

  /// Calls the headless platform; a root is replaced without animation.
  public func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    switch operation {
    case .setRoot(let node as HeadlessViewController): .init(performSetRoot(node))
    case .removeRoot: .init(performSetRoot(nil))
    default: .ended(.refused(.wrongPlatform(operation, self)))
    }
  }
}

extension Presentable where Self: HeadlessWindow {
  /// The root controller; an empty one if there is no root.
  public var viewController: PlatformViewController {
    rootViewController?.viewController ?? PlatformViewController(nibName: nil, bundle: nil)
  }
}

extension NavigationLifecycle: HeadlessHierarchyObserver {
  /// Forwards a change of a headless controller or window.
  package func headlessHierarchy(
    of responder: HeadlessResponder, did change: HeadlessHierarchyChange, by origin: HeadlessOrigin
  ) {
    let cause: NavigationCause = origin == .user ? .user : .code
    switch change {
    case .contentsAtTop: containerDidChange(.top, cause: cause)
    case .contents: containerDidChange(.contents, cause: cause)
    case .selection: containerDidChange(.selection, cause: cause)
    case .display: store?.displayDidChange()
    case .presentation: containerDidChange(.presentation, cause: cause)
    case .surroundings: surroundingsDidArrive(cause: cause)
    case .transitionBegan(let id, let isInteractive):
      transitionDidBegin(isInteractive: isInteractive, id: id)
    case .transitionEnded(let id, let completed):
      transitionDidEnd(id: id, completed: completed)
    }
  }
}

/// Returns the lifecycle that a headless object retains as its observer, made on first use.
@MainActor
func headlessLifecycle<Element: HeadlessResponder & NavigationContainer>(
  of element: Element
) -> NavigationLifecycle {
  if let lifecycle = element.hierarchyObserver as? NavigationLifecycle { return lifecycle }
  let lifecycle = NavigationLifecycle(of: element)
  element.hierarchyObserver = lifecycle
  return lifecycle
}

extension ScheduledTransition.Answer {
  init(_ result: HeadlessResult) {
    switch result {
    case .success: self = .started
    case .failure(let refusal):
      self = .ended(.refused(TransitionRefusal(.ignoredByPlatform, "\(refusal)")))
    }
  }
}

/// Alerts have to be answered; for other controllers their flag, that of one inside, on the screen
/// or not, or the presentation's delegate decides.
extension HeadlessViewController: DismissalGuarding {
  var navigationRuntimeRefusesDismissal: Bool {
    if self is HeadlessAlertController || preventsDismissal { return true }
    guard let manager = presentationController else { return false }
    return !(manager.delegate?.presentationControllerShouldDismiss(manager) ?? true)
  }

  private var preventsDismissal: Bool {
    isModalInPresentation || children.contains { $0.preventsDismissal }
  }
}
