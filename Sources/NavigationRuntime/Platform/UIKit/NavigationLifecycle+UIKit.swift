#if canImport(UIKit) && !os(watchOS)
import UIKit

extension UIResponder {
  /// A name made from the type.
  var typeName: String { NavigationRuntime.navigationName(of: type(of: self)) }
}

extension NavigationLifecycle {
  /// A call to UIKit begins, which may change the object and those around it.
  ///
  /// - Parameter cause: Who calls, if it is known.
  /// - Returns: What to end it with.
  package func uiKitCallDidBegin(cause: NavigationCause? = nil) -> NavigationTransitionToken {
    let call = transitionDidBegin(isInteractive: false)
    followUIKitTransition(cause: cause)
    return call
  }

  /// The call has returned; if it began a transition, that is followed to its end.
  ///
  /// - Parameters:
  ///   - call: What ``uiKitCallDidBegin(cause:)`` returned.
  ///   - cause: Who called, if it is known.
  package func uiKitCallDidEnd(_ call: NavigationTransitionToken, cause: NavigationCause? = nil) {
    followUIKitTransition(cause: cause)
    surroundingsDidChange(cause: cause)
    transitionDidEnd(call, completed: true)
  }

  /// Follows the transition in which the object takes part, if there is one, to its end.
  ///
  /// Only there it is known whether it was cancelled; what the containers hold meanwhile may be
  /// taken back (rules D9 and D10).
  package func followUIKitTransition(cause: NavigationCause? = nil) {
    guard let controller = element as? UIViewController,
      let coordinator = controller.transitionCoordinator, coordinator !== followedTransition
    else { return }
    let isInteractive = coordinator.isInteractive
    let cause = isInteractive || isLeavingForUser(controller) ? .user : cause
    followedTransition = coordinator
    let token = transitionDidBegin(isInteractive: isInteractive)
    // Without the finger the rest has an end that can be waited for, and that can fail to come.
    coordinator.notifyWhenInteractionChanges { [self] context in
      transition(token, didBecomeInteractive: context.isInteractive)
    }
    _ = coordinator.animate(alongsideTransition: nil) { [self] context in
      followedTransition = nil
      // What was taken back has changed nothing; somebody else may have, meanwhile.
      surroundingsDidChange(cause: context.isCancelled ? nil : cause)
      transitionDidEnd(token, completed: !context.isCancelled)
    }
  }

  /// Whether UIKit begins to dismiss a presented controller, and nobody else wants it to.
  ///
  /// Then it does so for the user, who tapped beside a popover for example (rule D28). Who else
  /// dismisses has called, and what is called runs until the end. With an alert only the lane is
  /// asked: when a button was tapped, UIKit may close it by the call that code makes.
  private func isLeavingForUser(_ controller: UIViewController) -> Bool {
    guard controller.isBeingDismissed, let store else { return false }
    if controller is UIAlertController { return store.scheduler.currentCause == nil }
    return !store.isTransitioning
  }

  /// Whether an operation of this object has begun and has not ended.
  var isInTransition: Bool { runningTransitionCounts.all > 0 }
}
#endif
