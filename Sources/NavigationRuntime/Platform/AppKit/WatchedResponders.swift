#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// The adapter's state for a controller or window, for facts that AppKit reports only once.
@MainActor
final class AppKitState {
  /// Whether the window has been closed and not shown again.
  var isClosed = false

  /// Whether the window is inside AppKit's `close()`.
  var isClosing = false

  /// The cause of the presented controller's dismissal, as far as it was known at its beginning.
  var leavingCause: NavigationCause?

  /// Whether a controller has presented the controller, even if the presenter is released by now.
  var isPresented = false

  /// Whether foreign code shows the controller in a sheet, without a presenter.
  var isInForeignSheet = false

  /// The controller over which foreign code shows this one in a popover.
  weak var popoverHost: NSViewController?

  /// The popovers that foreign code shows over the controller, the newest last.
  private var popovers: [WeakReference<NSPopover>] = []

  /// The newest popover that foreign code shows over the controller.
  var popover: NSPopover? { popovers.last { $0.object != nil }?.object }

  func add(_ popover: NSPopover) { popovers.append(WeakReference(popover)) }

  func removePopover(of content: AnyObject?) {
    popovers.removeAll { $0.object == nil || $0.object?.contentViewController === content }
  }
}

extension NavigationLifecycle {
  /// The adapter's state, made on first use.
  var appKit: AppKitState {
    if let known = knownAppKit { return known }
    let state = AppKitState()
    adapterState = state
    return state
  }

  /// Ends the relation to a foreign host; called when the controller is presented or no longer
  /// shown.
  func forgetForeignHost() {
    guard let state = knownAppKit else { return }
    state.isInForeignSheet = false
    state.popoverHost?.givenLifecycle?.knownAppKit?.removePopover(of: element)
    state.popoverHost = nil
  }

  /// The adapter's state, if there is one.
  var knownAppKit: AppKitState? { adapterState as? AppKitState }
}

// The work around AppKit's methods: `Platform/ObjectiveC/` wraps them on a Mac, and the stand-in
// has hooks in them.

extension NSViewController {
  /// The nearest lifecycle: a controller without one is inside a container that has one, or is of
  /// no concern to the runtime.
  private var nearestLifecycle: NavigationLifecycle? { givenLifecycle ?? parent?.nearestLifecycle }

  /// Wraps `present(_:animator:)`.
  package func duringPresentation(of controller: NSViewController, _ call: () -> Void) {
    guard let lifecycle = nearestLifecycle else { return call() }
    lifecycle.duringAppKitPresentation(of: controller) {
      call()
      guard controller.presentingViewController != nil else { return }
      // AppKit may have shown the sheet or the popover in the same way as foreign code.
      controller.lifecycle.forgetForeignHost()
      controller.lifecycle.appKit.isPresented = true
    }
  }

  /// Wraps `dismiss(_:)` of a controller.
  package func duringDismissal(of controller: NSViewController, _ call: () -> Void) {
    guard let lifecycle = nearestLifecycle else { return call() }
    lifecycle.duringAppKitDismissal(of: controller, call)
    if controller.presentingViewController == nil {
      controller.givenLifecycle?.knownAppKit?.isPresented = false
    }
  }

  /// Wraps `dismiss(_:)` with a sender: the action of a control that closes its own controller.
  ///
  /// - Parameters:
  ///   - isAction: Whether the sender is a control with this very action, so that no code of the
  ///     app is between the user and AppKit.
  ///   - call: The call.
  package func duringAction(_ isAction: Bool, _ call: () -> Void) {
    guard isAction, let lifecycle = givenLifecycle, hostController != nil else { return call() }
    lifecycle.appKit.leavingCause = .user
    call()
    if hostController != nil { lifecycle.appKit.leavingCause = nil }
  }

  /// Wraps `insertChild(_:at:)`, in which AppKit removes the child from another parent first.
  package func duringInsertion(of child: NSViewController, _ call: () -> Void) {
    guard child.parent !== self else { return duringChange(call) }
    child.movingInOneGo { duringChange(call) }
  }

  /// Makes a call that removes the controller from its parent and puts it into another one.
  ///
  /// The window of the former parent is not read in between, when the controller is nowhere although
  /// no call has removed it.
  func movingInOneGo(_ call: () -> Void) {
    guard let lifecycle = parent?.nearestLifecycle else { return call() }
    lifecycle.duringAppKitCall(cause: .code, call)
  }

  /// Wraps a change of the children, or of the shown one.
  package func duringChange(_ call: () -> Void) {
    guard let lifecycle = nearestLifecycle else { return call() }
    lifecycle.duringAppKitCall(cause: .code, call)
  }

  /// Called after `viewDidAppear()`.
  package func didAppear() {
    givenLifecycle?.knownAppKit?.leavingCause = nil
    // Another controller may appear because an observer of the closing window selects a tab.
    if isViewLoaded, view.window?.contentViewController === self { view.window?.wasShown() }
    nearestLifecycle?.appKitAppearanceDidEnd(of: self)
  }

  /// Called after `viewDidDisappear()`.
  package func didDisappear() {
    if presentingViewController == nil { givenLifecycle?.knownAppKit?.isPresented = false }
    nearestLifecycle?.appKitAppearanceDidEnd(of: self)
  }
}

extension NSTabViewController {
  /// Wraps `tabView(_:didSelect:)`.
  package func duringSelection(_ call: () -> Void) {
    guard let lifecycle = givenLifecycle else { return duringChange(call) }
    lifecycle.duringAppKitCall(cause: UserEvent.isSelecting(in: self) ? .user : nil, call)
  }
}

extension NSViewController {
  /// The controller shown over this one: the newest of the presented ones; else the content of its
  /// window's sheet or of a popover that foreign code shows.
  var shownController: NSViewController? {
    presentedViewControllers?.last ?? foreignSheet?.contentViewController
      ?? givenLifecycle?.knownAppKit?.popover?.contentViewController
  }

  /// The controller over which this one is shown: its presenter; else the content of the window
  /// over which foreign code shows it.
  var hostController: NSViewController? {
    if let presentingViewController { return presentingViewController }
    guard let state = givenLifecycle?.knownAppKit else { return nil }
    return state.popoverHost
      ?? (state.isInForeignSheet ? windowOfOwn?.sheetParent?.contentViewController : nil)
  }

  /// Dismisses the controller shown over this one, or over the nearest ancestor that has one, with
  /// everything shown above it.
  ///
  /// - Returns: The lowest controller dismissed; `nil` if none is shown.
  func dismissPresented() -> NSViewController? {
    guard let shown = shownController else { return parent?.dismissPresented() }
    takeAway(shown)
    return shown
  }

  /// Dismisses from the top down, since AppKit leaves a dismissed controller's own modals as they
  /// are.
  private func takeAwayShown() {
    for child in children { child.takeAwayShown() }
    while let shown = shownController {
      takeAway(shown)
      if shownController === shown { return }
    }
  }

  private func takeAway(_ shown: NSViewController) {
    shown.takeAwayShown()
    lifecycle.duringAppKitDismissal(of: shown) {
      if presentedViewControllers?.contains(shown) ?? false {
        dismiss(shown)
      } else if let sheet = foreignSheet {
        windowOfOwn?.endSheet(sheet)
      } else {
        givenLifecycle?.knownAppKit?.popover?.close()
      }
    }
  }

  /// The window whose content the controller is, if there is one.
  var windowOfOwn: NSWindow? {
    guard isViewLoaded, let window = view.window, window.contentViewController === self else {
      return nil
    }
    return window
  }

  /// The window's newest sheet without a presenter.
  ///
  /// The sheet of a released presenter does not count: its content has left with the presenter,
  /// although AppKit leaves it on the screen.
  private var foreignSheet: NSWindow? {
    windowOfOwn?.sheets.last {
      $0.contentViewController?.givenLifecycle?.knownAppKit?.isInForeignSheet ?? false
    }
  }
}

extension NSWindow {
  /// Whether the window has been closed and not shown again: then nothing of it is on screen.
  var isClosed: Bool { givenLifecycle?.knownAppKit?.isClosed ?? false }

  /// Wraps the setter of `contentViewController`.
  package func duringChangeOfContent(_ call: () -> Void) {
    guard let lifecycle = givenLifecycle else { return call() }
    lifecycle.duringAppKitCall(cause: .code, call)
  }

  /// Wraps `performClose(_:)`, which acts like the user's click on the close button.
  package func duringUsersClosing(_ call: () -> Void) { UserEvent.closing(self, call) }

  /// Wraps `close()`, during which an observer may show another content, which leaves with the
  /// window.
  package func duringClosing(_ call: () -> Void) {
    guard let lifecycle = givenLifecycle, !lifecycle.appKit.isClosing else { return call() }
    lifecycle.appKit.isClosing = true
    call()
    lifecycle.appKit.isClosing = false
  }

  /// Wraps `beginSheet(_:completionHandler:)` and `beginCriticalSheet(_:completionHandler:)`.
  package func duringSheet(_ sheet: NSWindow, _ call: () -> Void) {
    // A flow in the sheet makes its content known, over a window that is not observed.
    guard let content = sheet.contentViewController,
      let lifecycle = content.givenLifecycle == nil
        ? contentLifecycle : contentViewController?.lifecycle
    else { return call() }
    lifecycle.duringAppKitPresentation(of: content) {
      content.lifecycle.appKit.isInForeignSheet = content.presentingViewController == nil
      call()
    }
  }

  /// Wraps `endSheet(_:)`, with a code and without.
  package func duringEndOfSheet(_ sheet: NSWindow, _ call: () -> Void) {
    guard let content = sheet.contentViewController, content.hostController != nil,
      let lifecycle = contentLifecycle
    else { return call() }
    lifecycle.duringAppKitDismissal(of: content, call)
  }

  /// Called when the window's content has appeared.
  func wasShown() {
    guard isClosed, let lifecycle = givenLifecycle, !lifecycle.appKit.isClosing else { return }
    lifecycle.appKit.isClosed = false
    lifecycle.duringAppKitCall {}
  }

  /// Called before the window closes, whatever the cause.
  func willClose() {
    let cause: NavigationCause? = UserEvent.isClosing(self) ? .user : nil
    // AppKit made the window for a controller that is presented.
    if let content = contentViewController, content.presentingViewController != nil {
      content.givenLifecycle?.appKit.leavingCause = cause
    }
    guard let lifecycle = givenLifecycle else { return }
    lifecycle.appKit.isClosed = true
    lifecycle.duringAppKitCall(cause: cause) {}
  }

  /// Called when a sheet of the window has ended.
  func sheetDidEnd() { contentLifecycle?.duringAppKitCall {} }

  /// The lifecycle of the content, if the runtime has one for it or for the window: the content of
  /// a closed window has not been read.
  var contentLifecycle: NavigationLifecycle? {
    givenLifecycle == nil
      ? contentViewController?.givenLifecycle : contentViewController?.lifecycle
  }
}

extension NSPopover {
  /// Called when the popover is shown; one that a controller presents is known by then.
  ///
  /// AppKit does not report the host of foreign code's popover, but it makes the popover's window a
  /// child of the host's window.
  func didShow() {
    UserEvent.consume()
    guard let content = contentViewController, content.presentingViewController == nil,
      !(content.givenLifecycle?.knownAppKit?.isPresented ?? false),
      let window = content.view.window?.parent, let lifecycle = window.contentLifecycle
    else { return }
    lifecycle.appKit.add(self)
    content.lifecycle.appKit.popoverHost = window.contentViewController
    lifecycle.duringAppKitCall {}
  }

  /// Called before the popover fades out.
  func willClose() {
    guard let content = contentViewController, let lifecycle = content.givenLifecycle else {
      return
    }
    let state = lifecycle.appKit
    state.leavingCause = UserEvent.isClosing(self) ? .user : nil
    guard let host = state.popoverHost?.givenLifecycle else { return }
    lifecycle.forgetForeignHost()
    lifecycle.beginAppKitTransition(under: host)
  }

  /// Called when the popover is closed.
  func didClose() {
    guard let content = contentViewController, let lifecycle = content.givenLifecycle else {
      return
    }
    lifecycle.appKitAppearanceDidEnd(of: content)
  }
}

/// Observes AppKit's notifications about windows and popovers, including those that AppKit or
/// foreign code makes; their delegates stay the app's.
@MainActor
package enum AppKitNotifications {
  private static var tokens: [any NSObjectProtocol] = []

  /// Starts observing, once.
  package static func observe() {
    guard tokens.isEmpty else { return }
    tokens = [
      observe(NSWindow.willCloseNotification) { (window: NSWindow) in window.willClose() },
      observe(NSWindow.didEndSheetNotification) { (window: NSWindow) in window.sheetDidEnd() },
      observe(NSPopover.didShowNotification) { (popover: NSPopover) in popover.didShow() },
      observe(NSPopover.willCloseNotification) { (popover: NSPopover) in popover.willClose() },
      observe(NSPopover.didCloseNotification) { (popover: NSPopover) in popover.didClose() },
    ]
  }

  private static func observe<Object: NSResponder>(
    _ name: Notification.Name, _ call: @escaping @MainActor @Sendable (Object) -> Void
  ) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
      // Safe: a window or popover is used on the main actor alone, where AppKit posts. Other code
      // may post on any thread.
      nonisolated(unsafe) let object = notification.object
      onMainActor {
        if let object = object as? Object { call(object) }
      }
    }
  }
}
#endif
