#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSWindow {
  /// Whether the window has been closed, and not shown again: then nothing of it is on screen.
  var isClosed: Bool { givenLifecycle?.knownAppKit?.isClosed ?? false }

  /// Around the setter of `contentViewController`.
  package func duringChangeOfContent(_ call: () -> Void) {
    guard let lifecycle = givenLifecycle else { return call() }
    lifecycle.duringAppKitCall(call)
  }

  /// Around `performClose(_:)`, which does what the user does with the close button.
  package func duringUsersClosing(_ call: () -> Void) { UserMoves.closing(self, call) }

  /// Around `beginSheet(_:completionHandler:)`.
  package func duringSheet(_ sheet: NSWindow, _ call: () -> Void) {
    guard let content = sheet.contentViewController, let lifecycle = contentLifecycle else {
      return call()
    }
    lifecycle.duringAppKitPresentation(of: content) {
      content.lifecycle.appKit.isInForeignSheet = content.presentingViewController == nil
      call()
    }
  }

  /// Around `endSheet(_:)`, with a code and without.
  package func duringEndOfSheet(_ sheet: NSWindow, _ call: () -> Void) {
    guard let content = sheet.contentViewController, content.hostController != nil,
      let lifecycle = contentLifecycle
    else { return call() }
    lifecycle.duringAppKitDismissal(of: content, call)
  }

  /// The window, or something in it, has appeared.
  func wasShown() {
    guard isClosed, let lifecycle = givenLifecycle else { return }
    lifecycle.appKit.isClosed = false
    lifecycle.duringAppKitCall {}
  }

  /// The window is about to close, whoever closes it.
  func willClose() {
    let cause: NavigationCause? = UserMoves.isClosing(self) ? .user : nil
    // AppKit made the window, and presents its content.
    if let content = contentViewController, content.presentingViewController != nil {
      content.givenLifecycle?.appKit.leavingCause = cause
    }
    guard let lifecycle = givenLifecycle else { return }
    lifecycle.appKit.isClosed = true
    lifecycle.duringAppKitCall(cause: cause) {}
  }

  /// A sheet of the window has gone.
  func sheetDidEnd() { contentLifecycle?.duringAppKitCall {} }

  /// The lifecycle of the content, if the runtime has been given that or the window: of a closed
  /// window it has not seen the content.
  var contentLifecycle: NavigationLifecycle? {
    givenLifecycle == nil
      ? contentViewController?.givenLifecycle : contentViewController?.lifecycle
  }
}
#endif
