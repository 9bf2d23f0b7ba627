#if canImport(AppKit) && canImport(ObjectiveC) && !targetEnvironment(macCatalyst)
import AppKit
import ObjectiveC

/// Puts methods of ours around a few of AppKit's, once, when the runtime first knows a responder.
///
/// It decides nothing: each method calls AppKit's and says that it did, to those controllers
/// alone that the runtime has been given.
extension NSResponder: WatchedResponder {
  package func beginTelling(keeping keeper: AnyObject) {
    _ = AppKitMethods.areWrapped
    objc_setAssociatedObject(
      self, &AppKitMethods.keeperKey, keeper, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
  }
}

@MainActor
private enum AppKitMethods {
  /// Its address is the name under which a responder keeps what dies with it.
  static var keeperKey: UInt8 = 0

  static let areWrapped: Bool = {
    let controller = NSViewController.self
    exchange(
      controller, #selector(NSViewController.present(_:animator:)),
      #selector(NSViewController.navigation_present(_:animator:)))
    exchange(
      controller,
      #selector(NSViewController.dismiss(_:) as (NSViewController) -> (NSViewController) -> Void),
      #selector(NSViewController.navigation_dismiss(_:)))
    exchange(
      controller, #selector(NSViewController.viewDidAppear),
      #selector(NSViewController.navigation_viewDidAppear))
    exchange(
      controller, #selector(NSViewController.viewDidDisappear),
      #selector(NSViewController.navigation_viewDidDisappear))
    exchange(
      controller, #selector(NSViewController.insertChild(_:at:)),
      #selector(NSViewController.navigation_insertChild(_:at:)))
    exchange(
      controller, #selector(NSViewController.removeChild(at:)),
      #selector(NSViewController.navigation_removeChild(at:)))
    exchange(
      NSTabViewController.self, #selector(NSTabViewController.tabView(_:didSelect:)),
      #selector(NSTabViewController.navigation_tabView(_:didSelect:)))
    exchange(
      NSWindow.self, #selector(setter: NSWindow.contentViewController),
      #selector(NSWindow.navigation_setContentViewController(_:)))
    return true
  }()

  static func exchange(_ type: AnyClass, _ old: Selector, _ new: Selector) {
    guard let old = class_getInstanceMethod(type, old), let new = class_getInstanceMethod(type, new)
    else { return }
    method_exchangeImplementations(old, new)
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
