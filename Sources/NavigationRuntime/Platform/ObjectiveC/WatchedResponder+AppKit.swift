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
      MethodWrapping.wrap(NSViewController.self, NSViewController.wrappedMethods)
      // The controller may appear in a sheet over a window that is not observed.
      MethodWrapping.wrap(NSWindow.self, NSWindow.wrappedMethods)
      if self is NSTabViewController {
        MethodWrapping.wrap(NSTabViewController.self, NSTabViewController.wrappedOfTabs)
      }
    case is NSWindow: MethodWrapping.wrap(NSWindow.self, NSWindow.wrappedMethods)
    default: break
    }
  }

  package func observeTurnsOfRunLoop(_ turn: @escaping @MainActor () -> Void) -> Cancellation {
    MainRunLoop.observeTurns(turn)
  }
}

// Each method calls itself by its own name, which is AppKit's method once the two are exchanged.
// None is isolated, since AppKit's own may be called on any thread.
extension NSViewController {
  /// `dismiss(_:)` with a sender, by its selector for controls.
  private static var dismissAction: Selector { NSSelectorFromString("dismissController:") }

  fileprivate static func wrappedMethods() -> [MethodWrapping.Pair] {
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

  @objc nonisolated fileprivate func navigation_present(
    _ controller: NSViewController, animator: any NSViewControllerPresentationAnimator
  ) {
    wrapped((self, controller), by: { $0.0.duringPresentation(of: $0.1, $1) }) {
      navigation_present(controller, animator: animator)
    }
  }

  @objc nonisolated fileprivate func navigation_dismiss(_ controller: NSViewController) {
    wrapped((self, controller), by: { $0.0.duringDismissal(of: $0.1, $1) }) {
      navigation_dismiss(controller)
    }
  }

  @objc nonisolated fileprivate func navigation_dismissByAction(_ sender: AnyObject?) {
    wrapped((self, sender)) { objects, call in
      let control = objects.1 as? NSControl
      objects.0.duringAction(control?.action == NSViewController.dismissAction, call)
    } _: {
      navigation_dismissByAction(sender)
    }
  }

  @objc nonisolated fileprivate func navigation_viewDidAppear() {
    wrapped(self, then: { $0.didAppear() }) { navigation_viewDidAppear() }
  }

  @objc nonisolated fileprivate func navigation_viewDidDisappear() {
    wrapped(self, then: { $0.didDisappear() }) { navigation_viewDidDisappear() }
  }

  @objc nonisolated fileprivate func navigation_insertChild(
    _ controller: NSViewController, at index: Int
  ) {
    wrapped((self, controller), by: { $0.0.duringInsertion(of: $0.1, $1) }) {
      navigation_insertChild(controller, at: index)
    }
  }

  @objc nonisolated fileprivate func navigation_removeChild(at index: Int) {
    wrapped(self, by: { $0.duringChange($1) }) { navigation_removeChild(at: index) }
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

  @objc nonisolated fileprivate func navigation_tabView(
    _ tabView: NSTabView, didSelect tabViewItem: NSTabViewItem?
  ) {
    wrapped(self, by: { $0.duringSelection($1) }) {
      navigation_tabView(tabView, didSelect: tabViewItem)
    }
  }
}

extension NSWindow {
  fileprivate static func wrappedMethods() -> [MethodWrapping.Pair] {
    [
      .init(
        #selector(setter: NSWindow.contentViewController),
        #selector(NSWindow.navigation_setContentViewController(_:))),
      .init(#selector(NSWindow.performClose(_:)), #selector(NSWindow.navigation_performClose(_:))),
      .init(#selector(NSWindow.close), #selector(NSWindow.navigation_close)),
      .init(
        #selector(NSWindow.beginSheet(_:completionHandler:)),
        #selector(NSWindow.navigation_beginSheet(_:completionHandler:))),
      .init(
        #selector(NSWindow.beginCriticalSheet(_:completionHandler:)),
        #selector(NSWindow.navigation_beginCriticalSheet(_:completionHandler:))),
      .init(#selector(NSWindow.endSheet(_:)), #selector(NSWindow.navigation_endSheet(_:))),
      .init(
        #selector(NSWindow.endSheet(_:returnCode:)),
        #selector(NSWindow.navigation_endSheet(_:returnCode:))),
    ]
  }

  @objc nonisolated fileprivate func navigation_setContentViewController(
    _ controller: NSViewController?
  ) {
    wrapped(self, by: { $0.duringChangeOfContent($1) }) {
      navigation_setContentViewController(controller)
    }
  }

  @objc nonisolated fileprivate func navigation_performClose(_ sender: AnyObject?) {
    wrapped(self, by: { $0.duringUsersClosing($1) }) { navigation_performClose(sender) }
  }

  @objc nonisolated fileprivate func navigation_close() {
    wrapped(self, by: { $0.duringClosing($1) }) { navigation_close() }
  }

  // `NSApplication.ModalResponse` is an integer for Objective-C.
  @objc nonisolated fileprivate func navigation_beginSheet(
    _ sheet: NSWindow, completionHandler: ((Int) -> Void)?
  ) {
    wrapped((self, sheet), by: { $0.0.duringSheet($0.1, $1) }) {
      navigation_beginSheet(sheet, completionHandler: completionHandler)
    }
  }

  @objc nonisolated fileprivate func navigation_beginCriticalSheet(
    _ sheet: NSWindow, completionHandler: ((Int) -> Void)?
  ) {
    wrapped((self, sheet), by: { $0.0.duringSheet($0.1, $1) }) {
      navigation_beginCriticalSheet(sheet, completionHandler: completionHandler)
    }
  }

  @objc nonisolated fileprivate func navigation_endSheet(_ sheet: NSWindow) {
    wrapped((self, sheet), by: { $0.0.duringEndOfSheet($0.1, $1) }) { navigation_endSheet(sheet) }
  }

  @objc nonisolated fileprivate func navigation_endSheet(_ sheet: NSWindow, returnCode: Int) {
    wrapped((self, sheet), by: { $0.0.duringEndOfSheet($0.1, $1) }) {
      navigation_endSheet(sheet, returnCode: returnCode)
    }
  }
}
#endif
