#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSResponder {
  /// A name made from the type.
  var typeName: String { NavigationRuntime.navigationName(of: type(of: self)) }
}

extension NavigationLifecycle {
  /// Makes a call to AppKit that needs no time, and looks at what it changed.
  ///
  /// - Parameters:
  ///   - cause: Who calls, if it is known.
  ///   - call: The call; those that AppKit makes inside it belong to it.
  func duringAppKitCall(cause: NavigationCause? = nil, _ call: () -> Void) {
    let token = transitionDidBegin(isInteractive: false)
    call()
    surroundingsDidChange(cause: cause)
    transitionDidEnd(token, completed: true)
  }

  /// Makes a call that shows a controller over this one, and waits until that has appeared.
  ///
  /// A sheet slides in; there is no coordinator that would tell of the end. A modal window may
  /// keep the call until it is closed: what is on screen meanwhile is seen when it has appeared.
  func duringAppKitPresentation(of shown: NSViewController, _ call: () -> Void) {
    // What is shown already has no way to come.
    guard shown.hostController == nil else { return duringAppKitCall(call) }
    shown.lifecycle.beginAppKitTransition(under: self)
    call()
    let isComing = shown.hostController != nil && shown.isOrWillBeVisible
    if !isComing { shown.lifecycle.appKitAppearanceDidEnd(of: shown) }
    // Who presents it may be known only now, though it has appeared.
    duringAppKitCall {}
  }

  /// Makes a call that takes a shown controller away, and waits until that has disappeared.
  func duringAppKitDismissal(of shown: NSViewController, _ call: () -> Void) {
    // What nobody shows has no way to go.
    guard shown.hostController != nil else { return duringAppKitCall(call) }
    let lifecycle = shown.lifecycle
    duringAppKitCall(cause: lifecycle.knownAppKit?.leavingCause) {
      lifecycle.beginAppKitTransition(under: self)
      call()
      if !shown.isOrWillBeVisible { lifecycle.appKitAppearanceDidEnd(of: shown) }
    }
  }

  /// The object, or something in it, has appeared or disappeared.
  ///
  /// - Parameter controller: Who did: if it was presented or dismissed, that is over.
  func appKitAppearanceDidEnd(of controller: NSViewController) {
    let cause = controller.givenLifecycle?.knownAppKit?.leavingCause
    guard element === controller, let presenter = followedTransition as? NavigationLifecycle else {
      return duringAppKitCall(cause: cause) {}
    }
    followedTransition = nil
    presenter.surroundingsDidChange(cause: cause)
    presenter.transitionDidEnd(id: ObjectIdentifier(self), completed: true)
  }

  /// Its presenter is in the tree, which it is not itself yet, or no more.
  func beginAppKitTransition(under presenter: NavigationLifecycle) {
    let id = ObjectIdentifier(self)
    // A wrapped call inside the adapter's own, or a sheet dismissed while it slides in, perhaps by
    // a presenter that the runtime has come to know only now.
    if let running = followedTransition as? NavigationLifecycle, running.isInTransition(id: id) {
      return
    }
    followedTransition = presenter
    presenter.transitionDidBegin(isInteractive: false, id: id)
  }
}

extension NSViewController {
  /// Whether its window is on the screen, as that of a sheet is while it slides in or out.
  fileprivate var isOrWillBeVisible: Bool { isViewLoaded && view.window?.isVisible ?? false }
}
#endif
