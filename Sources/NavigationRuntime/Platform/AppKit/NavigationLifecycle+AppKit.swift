#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSResponder {
  /// A name made from the type.
  var typeName: String { NavigationRuntime.navigationName(of: type(of: self)) }
}

extension NavigationLifecycle {
  /// Makes a call to AppKit that takes no time, and has its changes read.
  ///
  /// - Parameters:
  ///   - cause: The cause of the call, if it is known.
  ///   - call: The call; nested calls by AppKit belong to it.
  func duringAppKitCall(cause: NavigationCause? = nil, _ call: () -> Void) {
    let token = transitionDidBegin(isInteractive: false)
    call()
    surroundingsDidChange(cause: cause)
    transitionDidEnd(token, completed: true)
  }

  /// Makes a call that shows a controller over this one, as a transition that ends when the
  /// controller has appeared.
  ///
  /// A sheet slides in, without a coordinator that reports the end. A modal window may block the
  /// call until it is closed: the screen is read when the window has appeared.
  func duringAppKitPresentation(of shown: NSViewController, _ call: () -> Void) {
    // A controller that is shown already does not appear.
    guard shown.hostController == nil else { return duringAppKitCall(call) }
    shown.lifecycle.beginAppKitTransition(under: self)
    call()
    let isComing = shown.hostController != nil && shown.isOrWillBeVisible
    if !isComing { shown.lifecycle.appKitAppearanceDidEnd(of: shown) }
    // The presenter may be known only now, although the controller has appeared.
    duringAppKitCall {}
  }

  /// Makes a call that dismisses a shown controller, as a transition that ends when the controller
  /// has disappeared.
  func duringAppKitDismissal(of shown: NSViewController, _ call: () -> Void) {
    // A controller without a host does not disappear.
    guard shown.hostController != nil else { return duringAppKitCall(call) }
    let lifecycle = shown.lifecycle
    duringAppKitCall(cause: lifecycle.knownAppKit?.leavingCause) {
      lifecycle.beginAppKitTransition(under: self)
      call()
      if !shown.isOrWillBeVisible { lifecycle.appKitAppearanceDidEnd(of: shown) }
    }
  }

  /// Called when the object, or a controller in it, has appeared or disappeared.
  ///
  /// - Parameter controller: The controller: if it was being presented or dismissed, that
  ///   transition has ended.
  func appKitAppearanceDidEnd(of controller: NSViewController) {
    let cause = controller.givenLifecycle?.knownAppKit?.leavingCause
    guard element === controller, let presenter = followedTransition as? NavigationLifecycle else {
      return duringAppKitCall(cause: cause) {}
    }
    followedTransition = nil
    presenter.surroundingsDidChange(cause: cause)
    presenter.transitionDidEnd(id: ObjectIdentifier(self), completed: true)
  }

  /// Begins a transition at the presenter, which is in the tree while the object itself may not be.
  func beginAppKitTransition(under presenter: NavigationLifecycle) {
    let id = ObjectIdentifier(self)
    // Already running: a wrapped call inside the adapter's own, or a sheet dismissed while it
    // slides in, perhaps by a presenter that the runtime has come to know only now.
    if let running = followedTransition as? NavigationLifecycle, running.isInTransition(id: id) {
      return
    }
    followedTransition = presenter
    presenter.transitionDidBegin(isInteractive: false, id: id)
  }
}

extension NSViewController {
  /// Whether its window is on the screen, such as a sheet's window while it slides in or out.
  fileprivate var isOrWillBeVisible: Bool { isViewLoaded && view.window?.isVisible ?? false }
}
#endif
