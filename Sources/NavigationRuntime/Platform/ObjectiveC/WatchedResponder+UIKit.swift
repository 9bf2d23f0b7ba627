#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS)
import UIKit

/// Wraps UIKit's methods.
///
/// It decides nothing: each wrapper calls UIKit and reports the call to the controllers that the
/// runtime has a lifecycle for, and to no others.
extension UIResponder: WatchedResponder {
  package func startObserving(retaining keeper: AnyObject) {
    MethodWrapping.keep(keeper, in: self)
    switch self {
    case is UIViewController: MethodWrapping.wrap(UIViewController.self, UIViewController.wrapped)
    case is UIWindow:
      MethodWrapping.wrap(UIWindow.self, UIWindow.wrapped)
      MethodWrapping.wrap(UIApplication.self, UIApplication.wrapped)
    default: break
    }
    if self is UINavigationController {
      MethodWrapping.wrap(UINavigationController.self, UINavigationController.wrappedByStack)
    } else if self is UITabBarController {
      MethodWrapping.wrap(UITabBarController.self, UITabBarController.wrappedByTabs)
    }
  }
}

extension UIViewController {
  fileprivate static func wrapped() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector(UIViewController.present(_:animated:completion:)),
        #selector(UIViewController.navigation_present(_:animated:completion:))),
      .init(
        #selector(UIViewController.dismiss(animated:completion:)),
        #selector(UIViewController.navigation_dismiss(animated:completion:))),
      .init(
        #selector(UIViewController.viewWillAppear(_:)),
        #selector(UIViewController.navigation_viewWillAppear(_:))),
      .init(
        #selector(UIViewController.viewDidAppear(_:)),
        #selector(UIViewController.navigation_viewDidAppear(_:))),
      .init(
        #selector(UIViewController.viewWillDisappear(_:)),
        #selector(UIViewController.navigation_viewWillDisappear(_:))),
      .init(
        #selector(UIViewController.viewDidDisappear(_:)),
        #selector(UIViewController.navigation_viewDidDisappear(_:))),
      .init(
        #selector(UIViewController.didMove(toParent:)),
        #selector(UIViewController.navigation_didMove(toParent:))),
    ]
  }
}

extension UIWindow {
  fileprivate static func wrapped() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector(setter: UIWindow.rootViewController),
        #selector(UIWindow.navigation_setRootViewController(_:)))
    ]
  }
}

extension UINavigationController {
  fileprivate static func wrappedByStack() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector((any UINavigationBarDelegate).navigationBar(_:shouldPop:)),
        #selector(UINavigationController.navigation_navigationBar(_:shouldPop:)))
    ]
  }

  @objc(navigation_navigationBar:shouldPopItem:)
  fileprivate func navigation_navigationBar(
    _ navigationBar: UINavigationBar, shouldPop item: UINavigationItem
  ) -> Bool {
    let isAllowed = navigation_navigationBar(navigationBar, shouldPop: item)
    if isAllowed { barDidAllowPop() }
    return isAllowed
  }
}

extension UITabBarController {
  fileprivate static func wrappedByTabs() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector((any UITabBarDelegate).tabBar(_:didSelect:)),
        #selector(UITabBarController.navigation_tabBar(_:didSelect:)))
    ]
  }

  @objc(navigation_tabBar:didSelectItem:)
  fileprivate func navigation_tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
    duringTap { navigation_tabBar(tabBar, didSelect: item) }
  }
}

extension UIApplication {
  fileprivate static func wrapped() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector(UIApplication.sendEvent(_:)),
        #selector(UIApplication.navigation_sendEvent(_:)))
    ]
  }

  @objc fileprivate func navigation_sendEvent(_ event: UIEvent) {
    let touched = (event.allTouches ?? []).compactMap { $0.view }
    UserTouch.handling(touched) { navigation_sendEvent(event) }
  }
}

/// Makes a call of UIKit's, reported before and after.
@MainActor
private func telling(_ lifecycle: NavigationLifecycle?, _ call: () -> Void) {
  let token = lifecycle?.uiKitCallDidBegin()
  call()
  if let token { lifecycle?.uiKitCallDidEnd(token) }
}

// Each method calls itself by its own name, which is UIKit's method once the two are exchanged.
extension UIViewController {
  @objc fileprivate func navigation_present(
    _ controller: UIViewController, animated: Bool, completion: (() -> Void)?
  ) {
    duringPresentation(of: controller, completion: completion) {
      navigation_present(controller, animated: animated, completion: $0)
    }
  }

  @objc fileprivate func navigation_dismiss(animated: Bool, completion: (() -> Void)?) {
    duringDismissal(completion: completion) {
      navigation_dismiss(animated: animated, completion: $0)
    }
  }

  @objc fileprivate func navigation_viewWillAppear(_ animated: Bool) {
    navigation_viewWillAppear(animated)
    followTransition()
  }

  @objc fileprivate func navigation_viewDidAppear(_ animated: Bool) {
    navigation_viewDidAppear(animated)
    compare()
  }

  @objc fileprivate func navigation_viewWillDisappear(_ animated: Bool) {
    navigation_viewWillDisappear(animated)
    followTransition()
  }

  @objc fileprivate func navigation_viewDidDisappear(_ animated: Bool) {
    navigation_viewDidDisappear(animated)
    compare()
  }

  @objc fileprivate func navigation_didMove(toParent parent: UIViewController?) {
    navigation_didMove(toParent: parent)
    compare()
  }

  private func followTransition() { nearestLifecycle?.followUIKitTransition() }

  private func compare() {
    telling(nearestLifecycle) {}
  }
}

extension UIWindow {
  @objc fileprivate func navigation_setRootViewController(_ controller: UIViewController?) {
    telling(NavigationContext.shared.registry.knownLifecycle(of: self)) {
      navigation_setRootViewController(controller)
    }
  }
}
#endif
