#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

// What is to be done around methods of AppKit's: `Platform/ObjectiveC/` wraps them on a Mac, and the
// stand-in has hooks in them.

extension NSViewController {
  /// The nearest lifecycle: a controller that the runtime has not been given is in a container that
  /// it has, or none of its business.
  private var nearestLifecycle: NavigationLifecycle? { givenLifecycle ?? parent?.nearestLifecycle }

  /// Around `present(_:animator:)`.
  package func duringPresentation(of controller: NSViewController, _ call: () -> Void) {
    guard let lifecycle = nearestLifecycle else { return call() }
    lifecycle.duringAppKitPresentation(of: controller) {
      call()
      guard controller.presentingViewController != nil else { return }
      // AppKit may have shown the sheet or the popover like foreign code does.
      controller.lifecycle.forgetForeignHost()
      controller.lifecycle.appKit.isPresented = true
    }
  }

  /// Around `dismiss(_:)` of a controller.
  package func duringDismissal(of controller: NSViewController, _ call: () -> Void) {
    guard let lifecycle = nearestLifecycle else { return call() }
    lifecycle.duringAppKitDismissal(of: controller, call)
    if controller.presentingViewController == nil {
      controller.givenLifecycle?.knownAppKit?.isPresented = false
    }
  }

  /// Around `dismiss(_:)` with a sender: the action of a control that closes what it is in.
  ///
  /// - Parameters:
  ///   - isAction: Whether the sender is a control that has this very action, so that no code of the
  ///     app's is between the user and AppKit.
  ///   - call: The call.
  package func duringAction(_ isAction: Bool, _ call: () -> Void) {
    guard isAction, let lifecycle = givenLifecycle, hostController != nil else { return call() }
    lifecycle.appKit.leavingCause = .user
    call()
    if hostController != nil { lifecycle.appKit.leavingCause = nil }
  }

  /// Around a change of children, or of the shown one.
  package func duringChange(_ call: () -> Void) {
    guard let lifecycle = nearestLifecycle else { return call() }
    lifecycle.duringAppKitCall(call)
  }

  /// After `viewDidAppear()`.
  package func didAppear() {
    givenLifecycle?.knownAppKit?.leavingCause = nil
    if isViewLoaded { view.window?.wasShown() }
    nearestLifecycle?.appKitAppearanceDidEnd(of: self)
  }

  /// After `viewDidDisappear()`.
  package func didDisappear() {
    if presentingViewController == nil { givenLifecycle?.knownAppKit?.isPresented = false }
    nearestLifecycle?.appKitAppearanceDidEnd(of: self)
  }
}

extension NSTabViewController {
  /// Around `tabView(_:didSelect:)`.
  package func duringSelection(_ call: () -> Void) {
    guard let lifecycle = givenLifecycle else { return duringChange(call) }
    lifecycle.duringAppKitCall(cause: UserMoves.isSelecting(in: self) ? .user : nil, call)
  }
}
#endif
