#if canImport(AppKit) && canImport(ObjectiveC) && !targetEnvironment(macCatalyst)
import AppKit

/// Wraps AppKit's methods.
///
/// It decides nothing: each wrapper passes AppKit's call to the function that does the work around
/// it.
extension NSResponder: WatchedResponder {
  package func startObserving(retaining keeper: AnyObject) {
    AppKitNotifications.observe()
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

// Each method calls itself by its own name, which is AppKit's method once the two are exchanged.
extension NSViewController {
  /// `dismiss(_:)` with a sender, by its selector for controls.
  private static var dismissAction: Selector { NSSelectorFromString("dismissController:") }

  fileprivate static func wrapped() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector(NSViewController.present(_:animator:)),
        #selector(NSViewController.navigation_present(_:animator:))),
      .init(
        #selector(NSViewController.dismiss(_:) as (NSViewController) -> (NSViewController) -> Void),
        #selector(NSViewController.navigation_dismiss(_:))),
      .init(
        NSViewController.dismissAction,
        #selector(NSViewController.navigation_dismissByAction(_:))),
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

  @objc fileprivate func navigation_present(
    _ controller: NSViewController, animator: any NSViewControllerPresentationAnimator
  ) {
    duringPresentation(of: controller) { navigation_present(controller, animator: animator) }
  }

  @objc fileprivate func navigation_dismiss(_ controller: NSViewController) {
    duringDismissal(of: controller) { navigation_dismiss(controller) }
  }

  @objc fileprivate func navigation_dismissByAction(_ sender: AnyObject?) {
    duringAction((sender as? NSControl)?.action == NSViewController.dismissAction) {
      navigation_dismissByAction(sender)
    }
  }

  @objc fileprivate func navigation_viewDidAppear() {
    navigation_viewDidAppear()
    didAppear()
  }

  @objc fileprivate func navigation_viewDidDisappear() {
    navigation_viewDidDisappear()
    didDisappear()
  }

  @objc fileprivate func navigation_insertChild(_ controller: NSViewController, at index: Int) {
    duringChange { navigation_insertChild(controller, at: index) }
  }

  @objc fileprivate func navigation_removeChild(at index: Int) {
    duringChange { navigation_removeChild(at: index) }
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

  @objc fileprivate func navigation_tabView(
    _ tabView: NSTabView, didSelect tabViewItem: NSTabViewItem?
  ) {
    duringSelection { navigation_tabView(tabView, didSelect: tabViewItem) }
  }
}

extension NSWindow {
  fileprivate static func wrapped() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector(setter: NSWindow.contentViewController),
        #selector(NSWindow.navigation_setContentViewController(_:))),
      .init(#selector(NSWindow.performClose(_:)), #selector(NSWindow.navigation_performClose(_:))),
      .init(
        #selector(NSWindow.beginSheet(_:completionHandler:)),
        #selector(NSWindow.navigation_beginSheet(_:completionHandler:))),
      .init(#selector(NSWindow.endSheet(_:)), #selector(NSWindow.navigation_endSheet(_:))),
      .init(
        #selector(NSWindow.endSheet(_:returnCode:)),
        #selector(NSWindow.navigation_endSheet(_:returnCode:))),
    ]
  }

  @objc fileprivate func navigation_setContentViewController(_ controller: NSViewController?) {
    duringChangeOfContent { navigation_setContentViewController(controller) }
  }

  @objc fileprivate func navigation_performClose(_ sender: AnyObject?) {
    duringUsersClosing { navigation_performClose(sender) }
  }

  @objc fileprivate func navigation_beginSheet(
    _ sheet: NSWindow, completionHandler: ((Int) -> Void)?
  ) {
    duringSheet(sheet) { navigation_beginSheet(sheet, completionHandler: completionHandler) }
  }

  @objc fileprivate func navigation_endSheet(_ sheet: NSWindow) {
    duringEndOfSheet(sheet) { navigation_endSheet(sheet) }
  }

  @objc fileprivate func navigation_endSheet(_ sheet: NSWindow, returnCode: Int) {
    duringEndOfSheet(sheet) { navigation_endSheet(sheet, returnCode: returnCode) }
  }
}
#endif
