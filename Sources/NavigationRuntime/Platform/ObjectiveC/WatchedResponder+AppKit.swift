#if canImport(AppKit) && canImport(ObjectiveC) && !targetEnvironment(macCatalyst)
import AppKit

/// Which methods of AppKit's are wrapped, and what is said then.
///
/// It decides nothing: each method calls AppKit's and says that it did, to those controllers
/// alone that the runtime has been given.
extension NSResponder: WatchedResponder {
  package func beginTelling(keeping keeper: AnyObject) {
    MethodWrapping.keep(keeper, in: self)
    switch self {
    case is NSViewController:
      MethodWrapping.wrap(NSViewController.self, NSViewController.wrapped)
      if self is NSTabViewController {
        MethodWrapping.wrap(NSTabViewController.self, NSTabViewController.wrappedOfTabs)
      }
    case is NSWindow: MethodWrapping.wrap(NSWindow.self, NSWindow.wrapped)
    default: break
    }
  }
}

extension NSViewController {
  fileprivate static func wrapped() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector(NSViewController.present(_:animator:)),
        #selector(NSViewController.navigation_present(_:animator:))),
      .init(
        #selector(NSViewController.dismiss(_:) as (NSViewController) -> (NSViewController) -> Void),
        #selector(NSViewController.navigation_dismiss(_:))),
      .init(
        #selector(NSViewController.viewDidAppear),
        #selector(NSViewController.navigation_viewDidAppear)),
      .init(
        #selector(NSViewController.viewDidDisappear),
        #selector(NSViewController.navigation_viewDidDisappear)),
      .init(
        #selector(NSViewController.insertChild(_:at:)),
        #selector(NSViewController.navigation_insertChild(_:at:))),
      .init(
        #selector(NSViewController.removeChild(at:)),
        #selector(NSViewController.navigation_removeChild(at:))),
    ]
  }
}

extension NSTabViewController {
  fileprivate static func wrappedOfTabs() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector(NSTabViewController.tabView(_:didSelect:)),
        #selector(NSTabViewController.navigation_tabView(_:didSelect:)))
    ]
  }
}

extension NSWindow {
  fileprivate static func wrapped() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector(setter: NSWindow.contentViewController),
        #selector(NSWindow.navigation_setContentViewController(_:)))
    ]
  }
}

// Each calls itself by its own name, which is AppKit's method once the two are exchanged.
extension NSViewController {
  @objc fileprivate func navigation_present(
    _ controller: NSViewController, animator: any NSViewControllerPresentationAnimator
  ) {
    guard let lifecycle = knownLifecycle else {
      return navigation_present(controller, animator: animator)
    }
    lifecycle.duringAppKitPresentation(of: controller) {
      navigation_present(controller, animator: animator)
    }
  }

  @objc fileprivate func navigation_dismiss(_ controller: NSViewController) {
    guard let lifecycle = knownLifecycle else { return navigation_dismiss(controller) }
    lifecycle.duringAppKitDismissal(of: controller) { navigation_dismiss(controller) }
  }

  @objc fileprivate func navigation_viewDidAppear() {
    navigation_viewDidAppear()
    knownLifecycle?.appKitAppearanceDidEnd(of: self)
  }

  @objc fileprivate func navigation_viewDidDisappear() {
    navigation_viewDidDisappear()
    knownLifecycle?.appKitAppearanceDidEnd(of: self)
  }

  @objc fileprivate func navigation_insertChild(_ controller: NSViewController, at index: Int) {
    telling(knownLifecycle) { navigation_insertChild(controller, at: index) }
  }

  @objc fileprivate func navigation_removeChild(at index: Int) {
    telling(knownLifecycle) { navigation_removeChild(at: index) }
  }

  /// A controller that the runtime has not been given is in a container that it has, or none of
  /// its business.
  fileprivate var knownLifecycle: NavigationLifecycle? {
    if let known = NavigationContext.shared.registry.knownLifecycle(of: self) { return known }
    return parent?.knownLifecycle
  }
}

extension NSTabViewController {
  @objc fileprivate func navigation_tabView(
    _ tabView: NSTabView, didSelect tabViewItem: NSTabViewItem?
  ) {
    telling(knownLifecycle) { navigation_tabView(tabView, didSelect: tabViewItem) }
  }
}

extension NSWindow {
  @objc fileprivate func navigation_setContentViewController(_ controller: NSViewController?) {
    telling(NavigationContext.shared.registry.knownLifecycle(of: self)) {
      navigation_setContentViewController(controller)
    }
  }
}

@MainActor
private func telling(_ lifecycle: NavigationLifecycle?, _ call: () -> Void) {
  if let lifecycle { lifecycle.duringAppKitCall(call) } else { call() }
}
#endif
