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
    case is UIViewController:
      MethodWrapping.wrap(UIViewController.self, UIViewController.wrappedMethods)
    case is UIWindow:
      MethodWrapping.wrap(UIWindow.self, UIWindow.wrappedMethods)
      MethodWrapping.wrap(UIApplication.self, UIApplication.wrappedMethods)
    default: break
    }
    if self is UINavigationController {
      MethodWrapping.wrap(UINavigationController.self, UINavigationController.wrappedByStack)
    } else if self is UITabBarController {
      MethodWrapping.wrap(UITabBarController.self, UITabBarController.wrappedByTabs)
    }
  }

  package func observeTurnsOfRunLoop(_ turn: @escaping @MainActor () -> Void) -> Cancellation {
    MainRunLoop.observeTurns(turn)
  }
}

// Each method calls itself by its own name, which is UIKit's method once the two are exchanged.
// None is isolated, since UIKit's own may be called on any thread.
extension UIViewController {
  fileprivate static func wrappedMethods() -> [MethodWrapping.Pair] {
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
        #selector(UIViewController.addChild(_:)),
        #selector(UIViewController.navigation_addChild(_:))),
      .init(
        #selector(UIViewController.didMove(toParent:)),
        #selector(UIViewController.navigation_didMove(toParent:))),
    ]
  }
}

// The contents of stacks and tabs: arrays for UIKit, which Linux cannot hand to Objective-C. Stacks and
// tabs have wrappers of their own, since each is exchanged with the method of its class.
extension UIViewController {
  fileprivate static var setting: Selector { NSSelectorFromString("setViewControllers:") }

  fileprivate static var settingAnimated: Selector {
    NSSelectorFromString("setViewControllers:animated:")
  }

  fileprivate func duringAddition(ofArray controllers: AnyObject?, _ call: () -> Void) {
    duringAddition(of: controllers as? [UIViewController] ?? [], call)
  }
}

extension UIWindow {
  fileprivate static func wrappedMethods() -> [MethodWrapping.Pair] {
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
        #selector(UINavigationController.navigation_navigationBar(_:shouldPop:))),
      .init(
        #selector(UINavigationController.pushViewController(_:animated:)),
        #selector(UINavigationController.navigation_pushViewController(_:animated:))),
      .init(
        UIViewController.settingAnimated,
        #selector(UINavigationController.navigation_setViewControllers(_:animated:))),
      .init(
        UIViewController.setting,
        #selector(UINavigationController.navigation_setViewControllers(_:))),
    ]
  }

  @objc nonisolated fileprivate func navigation_pushViewController(
    _ controller: UIViewController, animated: Bool
  ) {
    wrapped((self, controller), by: { $0.0.duringAddition(of: [$0.1], $1) }) {
      navigation_pushViewController(controller, animated: animated)
    }
  }

  @objc nonisolated fileprivate func navigation_setViewControllers(
    _ controllers: AnyObject?, animated: Bool
  ) {
    wrapped((self, controllers), by: { $0.0.duringAddition(ofArray: $0.1, $1) }) {
      navigation_setViewControllers(controllers, animated: animated)
    }
  }

  @objc nonisolated fileprivate func navigation_setViewControllers(_ controllers: AnyObject?) {
    wrapped((self, controllers), by: { $0.0.duringAddition(ofArray: $0.1, $1) }) {
      navigation_setViewControllers(controllers)
    }
  }

  @objc(navigation_navigationBar:shouldPopItem:)
  nonisolated fileprivate func navigation_navigationBar(
    _ navigationBar: UINavigationBar, shouldPop item: UINavigationItem
  ) -> Bool {
    wrapped((self, navigationBar), passing: ()) { objects, _, call in
      let itemCount = objects.1.items?.count ?? 0
      return objects.0.duringShouldPop(itemCount: itemCount) { call(()) }
    } _: { _ in
      navigation_navigationBar(navigationBar, shouldPop: item)
    }
  }
}

extension UITabBarController {
  fileprivate static func wrappedByTabs() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector((any UITabBarDelegate).tabBar(_:didSelect:)),
        #selector(UITabBarController.navigation_tabBar(_:didSelect:))),
      .init(
        UIViewController.settingAnimated,
        #selector(UITabBarController.navigation_setViewControllers(_:animated:))),
      .init(
        UIViewController.setting,
        #selector(UITabBarController.navigation_setViewControllers(_:))),
    ]
  }

  @objc nonisolated fileprivate func navigation_setViewControllers(
    _ controllers: AnyObject?, animated: Bool
  ) {
    wrapped((self, controllers), by: { $0.0.duringAddition(ofArray: $0.1, $1) }) {
      navigation_setViewControllers(controllers, animated: animated)
    }
  }

  @objc nonisolated fileprivate func navigation_setViewControllers(_ controllers: AnyObject?) {
    wrapped((self, controllers), by: { $0.0.duringAddition(ofArray: $0.1, $1) }) {
      navigation_setViewControllers(controllers)
    }
  }

  @objc(navigation_tabBar:didSelectItem:)
  nonisolated fileprivate func navigation_tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
    wrapped((self, item)) { objects, call in
      objects.0.duringTap(on: objects.1, call)
    } _: {
      navigation_tabBar(tabBar, didSelect: item)
    }
  }
}

extension UIApplication {
  fileprivate static func wrappedMethods() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector(UIApplication.sendEvent(_:)),
        #selector(UIApplication.navigation_sendEvent(_:)))
    ]
  }

  @objc nonisolated fileprivate func navigation_sendEvent(_ event: UIEvent) {
    wrapped(event) { event, call in
      let touched = (event.allTouches ?? []).compactMap { $0.view }
      UserTouch.handling(touched, call)
    } _: {
      navigation_sendEvent(event)
    }
  }
}

extension UIViewController {
  @objc nonisolated fileprivate func navigation_present(
    _ controller: UIViewController, animated: Bool, completion: (() -> Void)?
  ) {
    wrapped((self, controller), passing: completion) { objects, completion, call in
      _ = objects.0.duringPresentation(of: objects.1, completion: completion, call)
    } _: {
      navigation_present(controller, animated: animated, completion: $0)
    }
  }

  @objc nonisolated fileprivate func navigation_dismiss(animated: Bool, completion: (() -> Void)?) {
    wrapped(self, passing: completion) { controller, completion, call in
      _ = controller.duringDismissal(completion: completion, call)
    } _: {
      navigation_dismiss(animated: animated, completion: $0)
    }
  }

  @objc nonisolated fileprivate func navigation_viewWillAppear(_ animated: Bool) {
    wrapped(self, then: { $0.nearestLifecycle?.followUIKitTransition() }) {
      navigation_viewWillAppear(animated)
    }
  }

  @objc nonisolated fileprivate func navigation_viewDidAppear(_ animated: Bool) {
    wrapped(self, then: { $0.appearanceDidEnd() }) {
      navigation_viewDidAppear(animated)
    }
  }

  @objc nonisolated fileprivate func navigation_viewWillDisappear(_ animated: Bool) {
    wrapped(self, then: { $0.nearestLifecycle?.followUIKitTransition() }) {
      navigation_viewWillDisappear(animated)
    }
  }

  @objc nonisolated fileprivate func navigation_viewDidDisappear(_ animated: Bool) {
    wrapped(self, then: { $0.appearanceDidEnd() }) {
      navigation_viewDidDisappear(animated)
    }
  }

  @objc nonisolated fileprivate func navigation_addChild(_ controller: UIViewController) {
    wrapped((self, controller), by: { $0.0.duringAddition(of: [$0.1], $1) }) {
      navigation_addChild(controller)
    }
  }

  @objc nonisolated fileprivate func navigation_didMove(toParent parent: UIViewController?) {
    wrapped(self, then: { $0.nearestLifecycle?.uiKitPositionDidChange() }) {
      navigation_didMove(toParent: parent)
    }
  }
}

extension UIWindow {
  @objc nonisolated fileprivate func navigation_setRootViewController(
    _ controller: UIViewController?
  ) {
    wrapped(self, by: { $0.duringChangeOfRoot($1) }) {
      navigation_setRootViewController(controller)
    }
  }
}
#endif
