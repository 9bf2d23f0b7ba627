#if canImport(UIKit) && !os(watchOS)
import UIKit

/// Every view controller is a container.
extension UIViewController: NavigationContainer {
  /// The lifecycle in the registry; UIKit's controllers have no property for it.
  public var navigationRuntimeLifecycle: NavigationLifecycle { watchedLifecycle(of: self) }

  /// The kind, by the class of the controller; a plain one with children is an unknown container.
  public var navigationRuntimeKind: NavigationTree.Kind {
    switch self {
    case is UINavigationController: .stack
    case is UITabBarController: .tabs
    case is UISplitViewController: .split
    case is UIPageViewController: .pages
    default: children.isEmpty ? .screen : .container(typeName)
    }
  }

  /// The name from the controller's traits, else the restoration identifier, else a name made from
  /// the type, or that of SwiftUI's view if SwiftUI has made the container.
  public var navigationRuntimeName: String {
    navigationTreeTraitsOfItsOwn?.name ?? restorationIdentifier ?? swiftUIContainerName ?? typeName
  }

  /// The number of its contents; of pages, only those that are shown.
  public var navigationRuntimeContainedCount: Int { containedControllers.count }

  /// Returns its contents at an index.
  public func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    containedControllers[index]
  }

  private var containedControllers: [UIViewController] {
    switch self {
    case let stack as UINavigationController: stack.screens
    case let tabs as UITabBarController: tabs.tabContents.controllers
    case let split as UISplitViewController: split.viewControllers
    case let pages as UIPageViewController: pages.viewControllers ?? []
    default: children
    }
  }

  /// The index of the selected tab, or of the shown page.
  public var navigationRuntimeSelectedIndex: Int? {
    switch self {
    case let tabs as UITabBarController: tabs.tabContents.selectedIndex
    case is UIPageViewController: 0
    default: nil
    }
  }

  /// The controller that this one itself presents.
  public var navigationRuntimePresented: (any NavigationContainer)? {
    presentedViewController.flatMap { $0.presentingViewController === self ? $0 : nil }
  }

  /// The parent, else the presenter, else the window whose root it is.
  public var navigationRuntimeEnclosing: (any NavigationContainer)? {
    parent ?? presentingViewController ?? windowOfOwn
  }

  /// The window whose root it is, also under a modal in full screen.
  ///
  /// That modal takes the root's view out of the window, and has its own there.
  var windowOfOwn: UIWindow? {
    var next: UIViewController? = self
    while let shown = next {
      if let window = shown.viewIfLoaded?.window {
        return window.rootViewController === self ? window : nil
      }
      next = shown.presentedViewController
    }
    return nil
  }

  /// The value in the controller's traits, else whether its presentation, or the style to which its
  /// delegate adapts that, takes the presenter's view off the screen.
  ///
  /// Read from the presentation itself, as the style is `automatic` where a sheet is shown.
  public var navigationRuntimeCoversPresenter: Bool {
    if let answer = navigationTreeTraitsOfItsOwn?.coversPresenter { return answer }
    guard presentingViewController != nil else { return false }
    return presentationController?.coversPresenter ?? false
  }

  /// Calls UIKit.
  ///
  /// UIKit does not return whether it accepted a call, so the result is verified afterwards. It is not
  /// called if it would raise an exception. The contents of SwiftUI's own containers are left to
  /// SwiftUI.
  public func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    if let refusal = swiftUIRefusal(of: operation) ?? refusalOfException(for: operation) {
      return .ended(.refused(refusal))
    }
    switch (operation, self) {
    case (.present(let node as UIViewController), _):
      var isAccepted = false
      return call(operation) {
        isAccepted = duringPresentation(of: node) { completion in
          present(node, animated: animated) { completion?() }
        }
      } isVisible: {
        isAccepted
      }
    case (.dismiss, _):
      guard let presented = presentedViewController else { break }
      let presenter = presented.presentingViewController
      var isAccepted = false
      return call(operation, endingAt: presenter) {
        isAccepted = duringDismissal { completion in
          dismiss(animated: animated) { completion?() }
        }
      } isVisible: {
        isAccepted || presented.presentingViewController == nil
      }
    case (.push(let node as UIViewController), let stack as UINavigationController):
      return call(operation) {
        stack.pushViewController(node, animated: animated)
      } isVisible: {
        stack.viewControllers.last === node
      }
    case (.pop, let stack as UINavigationController):
      let top = stack.viewControllers.last
      return call(operation) {
        stack.popViewController(animated: animated)
      } isVisible: {
        stack.viewControllers.last !== top
      }
    case (.popTo(let node as UIViewController), let stack as UINavigationController):
      let target = stack.entry(atPopTo: node)
      return call(operation) {
        stack.popToViewController(target, animated: animated)
      } isVisible: {
        stack.viewControllers.last === target
      }
    case (.setStack(let nodes), let stack as UINavigationController):
      guard let controllers = nodes as? [UIViewController] else { break }
      let entries = stack.entries(with: controllers)
      return call(operation) {
        stack.setViewControllers(entries, animated: animated)
      } isVisible: {
        stack.viewControllers.elementsEqual(entries) { $0 === $1 }
      }
    case (.select(let index), let tabs as UITabBarController):
      return call(operation) {
        tabs.select(at: index)
      } isVisible: {
        tabs.tabContents.selectedIndex == index
      }
    case (.select(let index), let pages as UIPageViewController):
      guard let page = lifecycle.page(at: index) as? UIViewController else { break }
      let isForward = pages.hasAfterShownPage(page) ?? (index > lifecycle.selectedIndex ?? 0)
      // With an animation a page with a back needs a controller for that, too.
      let animated = animated && !pages.isDoubleSided
      return call(operation) {
        _ = UIKitCall(on: lifecycle).perform(nil) { completion in
          pages.setViewControllers(
            [page], direction: isForward ? .forward : .reverse, animated: animated
          ) { _ in completion?() }
        } accepted: {
          page
        }
      } isVisible: {
        pages.viewControllers?.first === page
      }
    case (.setTabs(let nodes), let tabs as UITabBarController):
      guard let controllers = nodes as? [UIViewController] else { break }
      if let obstacle = tabs.reasonNotToReplaceTabs(by: controllers) {
        return .ended(.refused(.init(.ignoredByPlatform, operation, on: self, obstacle)))
      }
      return call(operation) {
        tabs.replaceTabs(by: controllers, animated: animated)
      } isVisible: {
        tabs.holdsTabs(controllers)
      }
    default: break
    }
    return .ended(.refused(.wrongPlatform(operation, self)))
  }

  /// Calls UIKit, and verifies whether it accepted the call.
  ///
  /// UIKit has accepted the call if the containers show its effect, or if a transition runs in
  /// which they will: during one that the watchdog has declared over, a push has its effect late
  /// (D12).
  private func call(
    _ operation: NavigationOperation, endingAt owner: UIViewController? = nil, _ body: () -> Void,
    isVisible: () -> Bool
  ) -> ScheduledTransition.Answer {
    let lifecycle = lifecycle
    let token = lifecycle.uiKitCallDidBegin()
    body()
    if operation.replacesContents { lifecycle.contentsWereReplaced() }
    lifecycle.uiKitCallDidEnd(token)
    let owner = owner ?? self
    if isVisible() || owner.transitionCoordinator != nil || owner.lifecycle.isInTransition {
      return .started
    }
    return .ended(
      .refused(.init(.ignoredByPlatform, operation, on: self, "UIKit ignored the call.")))
  }
}

extension UIViewController {
  /// Whether the user has just tapped the back button or the tab of a container around it.
  var isMovedByUser: Bool {
    givenLifecycle?.uiKitState?.isMovedByUser ?? false || parent?.isMovedByUser ?? false
  }
}

extension UIViewController: TransitionFollowing {
  /// Follows the running transition, or else waits for the view of the controller.
  ///
  /// A request waits for a transition that foreign code has just begun, unless it has been given up.
  func followRunningTransition() {
    guard let coordinator = transitionCoordinator else {
      if viewIfLoaded?.window == nil { lifecycle.waitForUIKitView() }
      return
    }
    guard !(lifecycle.store?.hasAbandoned(coordinator) ?? false) else { return }
    lifecycle.followUIKitTransition()
  }
}

extension UIViewController: PartialDisplay {
  var keepsToPresentersArea: Bool { modalPresentationStyle == .currentContext }

  func displays(_ child: any NavigationContainer) -> Bool {
    guard let child = child as? UIViewController else { return true }
    if let split = self as? UISplitViewController { return split.displays(column: child) }
    return showsView(of: child)
  }

  /// Returns whether the view of a child is in the controller's own, and not hidden.
  func showsView(of child: UIViewController) -> Bool {
    guard let view = viewIfLoaded else { return false }
    var next = child.viewIfLoaded
    while let inner = next, inner !== view, !inner.isHidden { next = inner.superview }
    return next === view
  }
}

extension UIPageViewController {
  /// Returns whether the data source has a page after the shown one, or before it; `nil` if it has it
  /// at neither place.
  ///
  /// The order in the tree is that in which the pages were shown first.
  fileprivate func hasAfterShownPage(_ page: UIViewController) -> Bool? {
    guard let dataSource, let shown = viewControllers?.first else { return nil }
    if dataSource.pageViewController(self, viewControllerBefore: shown) === page { return false }
    if dataSource.pageViewController(self, viewControllerAfter: shown) === page { return true }
    return nil
  }
}

extension UISplitViewController {
  fileprivate func displays(column: UIViewController) -> Bool {
    guard !isCollapsed else { return true }
    let mode = displayMode
    // Only a split with a style has named columns.
    guard style != .unspecified else {
      return mode != .secondaryOnly || viewControllers.first !== column
        || viewControllers.count < 2
    }
    var hidden: [Column] = []
    if mode == .secondaryOnly { hidden = [.primary, .supplementary] }
    if style == .tripleColumn, mode == .oneBesideSecondary || mode == .oneOverSecondary {
      hidden = [.primary]
    }
    let named: [Column] = [.primary, .supplementary, .secondary]
    guard let name = named.first(where: { holds(column, in: $0) }) else {
      // Such as the inspector of iOS 26, which no display mode concerns.
      return showsView(of: column)
    }
    return !hidden.contains(name)
  }

  /// Returns whether a column is this controller: UIKit wraps one that is no navigation controller in
  /// one.
  private func holds(_ column: UIViewController, in name: Column) -> Bool {
    let contents = viewController(for: name)
    return contents === column || contents.map { $0.parent === column } ?? false
  }
}

extension UIViewController: SilentContainer {
  var navigationRuntimeContents: FetchedContents {
    FetchedContents(kind: navigationRuntimeKind, containedControllers)
  }

  var navigationRuntimeIsMovedByUser: Bool { isMovedByUser }

  var navigationRuntimeFollowedTransitions: [AnyObject] {
    givenLifecycle?.uiKitState?.followed.compactMap(\.coordinator) ?? []
  }

  func navigationRuntimeEndOverdueTransition() {
    lifecycle.endOverdueUIKitTransition()
  }
}

/// A window is in no transition of its own; its controllers are.
extension UIWindow: TransitionFollowing {
  func followRunningTransition() {}
}

/// A window is the root of a tree.
extension UIWindow: NavigationContainer {
  /// The lifecycle in the registry; UIKit's windows have no property for it.
  public var navigationRuntimeLifecycle: NavigationLifecycle { watchedLifecycle(of: self) }

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

  /// Calls UIKit; a root is replaced without animation.
  public func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    if let refusal = refusalOfException(for: operation) { return .ended(.refused(refusal)) }
    let root: UIViewController?
    switch operation {
    case .setRoot(let node as UIViewController): root = node
    case .removeRoot: root = nil
    default: return .ended(.refused(.wrongPlatform(operation, self)))
    }
    let lifecycle = lifecycle
    let token = lifecycle.uiKitCallDidBegin()
    rootViewController = root
    lifecycle.uiKitCallDidEnd(token)
    return .started
  }
}

/// A window in the background keeps its contents and is not on the screen.
extension UIWindow: DisplayedWindow {
  var isDisplayed: Bool {
    guard !isHidden else { return false }
    switch windowScene?.activationState {
    case .foregroundActive, .foregroundInactive:
      lifecycle.madeUIKitState.hasBeenInForeground = true
      return true
    case .background: return false
    // A scene that the system has disconnected, or one that is being connected.
    default: return !(lifecycle.uiKitState?.hasBeenInForeground ?? false)
    }
  }
}

extension UIWindow: SilentContainer {
  var navigationRuntimeContents: FetchedContents {
    FetchedContents(kind: .window, rootViewController.map { [$0] } ?? [])
  }
}

extension Presentable where Self: UIWindow {
  /// The root controller; an empty one if there is no root.
  public var viewController: PlatformViewController {
    rootViewController ?? PlatformViewController(nibName: nil, bundle: nil)
  }
}

/// Alerts have to be answered; for other controllers their flag, that of one inside, on the screen
/// or not, or the presentation's delegate decides.
extension UIViewController: DismissalGuarding {
  var navigationRuntimeRefusesDismissal: Bool {
    if self is UIAlertController || preventsDismissal { return true }
    guard let manager = presentationController else { return false }
    // The protocol does not require the method.
    let shouldDismiss: ((UIPresentationController) -> Bool)? =
      manager.delegate?.presentationControllerShouldDismiss
    return !(shouldDismiss?(manager) ?? true)
  }

  private var preventsDismissal: Bool {
    isModalInPresentation || children.contains { $0.preventsDismissal }
  }
}
#endif
