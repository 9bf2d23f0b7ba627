#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS)
import ObjectiveC
import UIKit

/// Puts methods of ours around a few of UIKit's, once, when the runtime first knows a responder.
///
/// The only file that does. It decides nothing: each method calls UIKit's and says that it did,
/// to those controllers alone that the runtime has been given.
extension UIResponder: WatchedResponder {
  package func beginTelling(keeping keeper: AnyObject) {
    _ = UIKitMethods.areWrapped
    objc_setAssociatedObject(
      self, &UIKitMethods.keeperKey, keeper, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
  }
}

@MainActor
private enum UIKitMethods {
  /// Its address is the name under which a responder keeps what dies with it.
  static var keeperKey: UInt8 = 0

  static let areWrapped: Bool = {
    let controller = UIViewController.self
    exchange(
      controller, #selector(UIViewController.present(_:animated:completion:)),
      #selector(UIViewController.navigation_present(_:animated:completion:)))
    exchange(
      controller, #selector(UIViewController.dismiss(animated:completion:)),
      #selector(UIViewController.navigation_dismiss(animated:completion:)))
    exchange(
      controller, #selector(UIViewController.viewWillAppear(_:)),
      #selector(UIViewController.navigation_viewWillAppear(_:)))
    exchange(
      controller, #selector(UIViewController.viewDidAppear(_:)),
      #selector(UIViewController.navigation_viewDidAppear(_:)))
    exchange(
      controller, #selector(UIViewController.viewWillDisappear(_:)),
      #selector(UIViewController.navigation_viewWillDisappear(_:)))
    exchange(
      controller, #selector(UIViewController.viewDidDisappear(_:)),
      #selector(UIViewController.navigation_viewDidDisappear(_:)))
    exchange(
      controller, #selector(UIViewController.didMove(toParent:)),
      #selector(UIViewController.navigation_didMove(toParent:)))
    exchange(
      UIWindow.self, #selector(setter: UIWindow.rootViewController),
      #selector(UIWindow.navigation_setRootViewController(_:)))
    return true
  }()

  private static func exchange(_ type: AnyClass, _ old: Selector, _ new: Selector) {
    guard let old = class_getInstanceMethod(type, old), let new = class_getInstanceMethod(type, new)
    else { return }
    method_exchangeImplementations(old, new)
  }
}

/// Makes a call of UIKit's between saying that it begins and that it has returned.
@MainActor
private func telling(_ lifecycle: NavigationLifecycle?, _ call: () -> Void) {
  let token = lifecycle?.uiKitCallDidBegin()
  call()
  if let token { lifecycle?.uiKitCallDidEnd(token) }
}

// Each calls itself by its own name, which is UIKit's method once the two are exchanged.
extension UIViewController {
  @objc fileprivate func navigation_present(
    _ controller: UIViewController, animated: Bool, completion: (() -> Void)?
  ) {
    telling(knownLifecycle) {
      navigation_present(controller, animated: animated, completion: completion)
    }
  }

  @objc fileprivate func navigation_dismiss(animated: Bool, completion: (() -> Void)?) {
    telling(knownLifecycle) {
      navigation_dismiss(animated: animated, completion: completion)
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

  /// A controller that the runtime has not been given is in a container that it has, or none of
  /// its business.
  private var knownLifecycle: NavigationLifecycle? {
    if let known = NavigationContext.shared.registry.knownLifecycle(of: self) { return known }
    return parent?.knownLifecycle
  }

  private func followTransition() { knownLifecycle?.followUIKitTransition() }

  private func compare() {
    telling(knownLifecycle) {}
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
