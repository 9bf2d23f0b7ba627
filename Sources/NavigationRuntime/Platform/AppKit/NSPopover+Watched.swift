#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSPopover {
  /// Called when the popover is shown; one that a controller presents is known by then.
  ///
  /// AppKit does not report the host of foreign code's popover, but it makes the popover's window a
  /// child of the host's window.
  func didShow() {
    UserMoves.spendCurrent()
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
    state.leavingCause = UserMoves.isClosing(self) ? .user : nil
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
#endif
