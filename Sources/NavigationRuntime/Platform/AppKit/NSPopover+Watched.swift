#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSPopover {
  /// The popover is there; one that a controller presents has been seen by then.
  ///
  /// Over whom foreign code shows it, AppKit does not say, but it makes the popover's window a child
  /// of that one's.
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

  /// The popover is about to fade out.
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

  /// The popover has gone.
  func didClose() {
    guard let content = contentViewController, let lifecycle = content.givenLifecycle else {
      return
    }
    lifecycle.appKitAppearanceDidEnd(of: content)
  }
}
#endif
