#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSWindow {
  /// Whether the window has been closed and not shown again: then nothing of it is on screen.
  var isClosed: Bool { givenLifecycle?.knownAppKit?.isClosed ?? false }

  /// Wraps the setter of `contentViewController`.
  package func duringChangeOfContent(_ call: () -> Void) {
    guard let lifecycle = givenLifecycle else { return call() }
    lifecycle.duringAppKitCall(call)
  }

  /// Wraps `performClose(_:)`, which acts like the user's click on the close button.
  package func duringUsersClosing(_ call: () -> Void) { UserMoves.closing(self, call) }

  /// Wraps `beginSheet(_:completionHandler:)`.
  package func duringSheet(_ sheet: NSWindow, _ call: () -> Void) {
    guard let content = sheet.contentViewController, let lifecycle = contentLifecycle else {
      return call()
    }
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

  /// Called when the window, or a controller in it, has appeared.
  func wasShown() {
    guard isClosed, let lifecycle = givenLifecycle else { return }
    lifecycle.appKit.isClosed = false
    lifecycle.duringAppKitCall {}
  }

  /// Called before the window closes, whatever the cause.
  func willClose() {
    let cause: NavigationCause? = UserMoves.isClosing(self) ? .user : nil
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
#endif
