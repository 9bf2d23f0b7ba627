#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

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

  /// Wraps a change of the children, or of the shown one.
  package func duringChange(_ call: () -> Void) {
    guard let lifecycle = nearestLifecycle else { return call() }
    lifecycle.duringAppKitCall(call)
  }

  /// Called after `viewDidAppear()`.
  package func didAppear() {
    givenLifecycle?.knownAppKit?.leavingCause = nil
    if isViewLoaded { view.window?.wasShown() }
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
    lifecycle.duringAppKitCall(cause: UserMoves.isSelecting(in: self) ? .user : nil, call)
  }
}
#endif
