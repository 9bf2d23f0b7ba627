#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSResponder {
  /// A name made from the type.
  var typeName: String { NavigationRuntime.navigationName(of: type(of: self)) }
}

extension NavigationLifecycle {
  /// Makes a call to AppKit that needs no time, and looks at what it changed.
  ///
  /// - Parameter call: The call; those that AppKit makes inside it belong to it.
  package func duringAppKitCall(_ call: () -> Void) {
    let token = transitionDidBegin(isInteractive: false)
    call()
    surroundingsDidChange(cause: nil)
    transitionDidEnd(token, completed: true)
  }

  /// Makes a call that presents a controller, and waits until that has appeared.
  ///
  /// A sheet slides in; there is no coordinator that would tell of the end.
  package func duringAppKitPresentation(of presented: NSViewController, _ call: () -> Void) {
    // What is presented already has no way to come.
    guard presented.presentingViewController == nil else { return duringAppKitCall(call) }
    duringAppKitCall {
      presented.lifecycle.beginAppKitTransition(under: self)
      call()
      let isComing = presented.presentingViewController != nil && presented.isOrWillBeVisible
      if !isComing { presented.lifecycle.appKitAppearanceDidEnd(of: presented) }
    }
  }

  /// Makes a call that dismisses a controller, and waits until that has disappeared.
  package func duringAppKitDismissal(of presented: NSViewController, _ call: () -> Void) {
    // What nobody presents has no way to go.
    guard presented.presentingViewController != nil else { return duringAppKitCall(call) }
    duringAppKitCall {
      presented.lifecycle.beginAppKitTransition(under: self)
      call()
      if !presented.isOrWillBeVisible { presented.lifecycle.appKitAppearanceDidEnd(of: presented) }
    }
  }

  /// The object, or something in it, has appeared or disappeared.
  ///
  /// - Parameter controller: Who did: if it was presented or dismissed, that is over.
  package func appKitAppearanceDidEnd(of controller: NSViewController) {
    guard element === controller, let presenter = followedTransition as? NavigationLifecycle else {
      return duringAppKitCall {}
    }
    followedTransition = nil
    presenter.surroundingsDidChange(cause: nil)
    presenter.transitionDidEnd(id: ObjectIdentifier(self), completed: true)
  }

  /// Its presenter is in the tree, which it is not itself yet, or no more.
  private func beginAppKitTransition(under presenter: NavigationLifecycle) {
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
