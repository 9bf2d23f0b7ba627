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
    case is UIWindow: MethodWrapping.wrap(UIWindow.self, UIWindow.wrappedMethods)
    default: break
    }
  }

  package func observeTurnsOfRunLoop(_ turn: @escaping @MainActor () -> Void) -> Cancellation {
    MainRunLoop.observeTurns(turn)
  }
}

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
        #selector(UIViewController.didMove(toParent:)),
        #selector(UIViewController.navigation_didMove(toParent:))),
    ]
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

/// Makes a call of UIKit's, reported before and after.
@MainActor
private func telling(_ lifecycle: NavigationLifecycle?, _ call: () -> Void) {
  let token = lifecycle?.uiKitCallDidBegin()
  call()
  if let token { lifecycle?.uiKitCallDidEnd(token) }
}

// Each method calls itself by its own name, which is UIKit's method once the two are exchanged.
// None is isolated, since UIKit's own may be called on any thread.
extension UIViewController {
  @objc nonisolated fileprivate func navigation_present(
    _ controller: UIViewController, animated: Bool, completion: (() -> Void)?
  ) {
    wrapped(self) {
      telling($0.knownLifecycle, $1)
    } _: {
      navigation_present(controller, animated: animated, completion: completion)
    }
  }

  @objc nonisolated fileprivate func navigation_dismiss(
    animated: Bool, completion: (() -> Void)?
  ) {
    wrapped(self) {
      telling($0.knownLifecycle, $1)
    } _: {
      navigation_dismiss(animated: animated, completion: completion)
    }
  }

  @objc nonisolated fileprivate func navigation_viewWillAppear(_ animated: Bool) {
    wrapped(self) { controller, call in
      call()
      controller.knownLifecycle?.followUIKitTransition()
    } _: {
      navigation_viewWillAppear(animated)
    }
  }

  @objc nonisolated fileprivate func navigation_viewDidAppear(_ animated: Bool) {
    wrapped(self) { controller, call in
      call()
      controller.knownLifecycle?.uiKitAppearanceDidEnd()
    } _: {
      navigation_viewDidAppear(animated)
    }
  }

  @objc nonisolated fileprivate func navigation_viewWillDisappear(_ animated: Bool) {
    wrapped(self) { controller, call in
      call()
      controller.knownLifecycle?.followUIKitTransition()
    } _: {
      navigation_viewWillDisappear(animated)
    }
  }

  @objc nonisolated fileprivate func navigation_viewDidDisappear(_ animated: Bool) {
    wrapped(self) { controller, call in
      call()
      controller.knownLifecycle?.uiKitAppearanceDidEnd()
    } _: {
      navigation_viewDidDisappear(animated)
    }
  }

  @objc nonisolated fileprivate func navigation_didMove(toParent parent: UIViewController?) {
    wrapped(self) { controller, call in
      call()
      controller.knownLifecycle?.uiKitPlaceDidChange()
    } _: {
      navigation_didMove(toParent: parent)
    }
  }

  /// The nearest lifecycle: a controller without one is inside a container that has one, or is of
  /// no concern to the runtime.
  private var knownLifecycle: NavigationLifecycle? {
    if let known = NavigationContext.shared.registry.knownLifecycle(of: self) { return known }
    return parent?.knownLifecycle
  }
}

extension UIWindow {
  @objc nonisolated fileprivate func navigation_setRootViewController(
    _ controller: UIViewController?
  ) {
    wrapped(self) { window, call in
      telling(NavigationContext.shared.registry.knownLifecycle(of: window), call)
    } _: {
      navigation_setRootViewController(controller)
    }
  }
}
#endif
