#if canImport(UIKit) && !os(watchOS)
import UIKit

extension UIResponder {
  /// A name made from the type.
  var typeName: String { NavigationRuntime.navigationName(of: type(of: self)) }
}

extension NavigationLifecycle {
  /// Records the beginning of a call to UIKit, which may change the object and its surroundings.
  ///
  /// - Parameter cause: The cause of the call, if it is known.
  /// - Returns: The token that ends it.
  package func uiKitCallDidBegin(cause: NavigationCause? = nil) -> NavigationTransitionToken {
    let call = transitionDidBegin(isInteractive: false)
    followUIKitTransition(cause: cause)
    return call
  }

  /// Records the return of the call; a transition that it began is followed to its end.
  ///
  /// - Parameters:
  ///   - call: The token from ``uiKitCallDidBegin(cause:)``.
  ///   - cause: The cause of the call, if it is known.
  package func uiKitCallDidEnd(_ call: NavigationTransitionToken, cause: NavigationCause? = nil) {
    followUIKitTransition(cause: cause)
    surroundingsDidChange(cause: cause)
    transitionDidEnd(call, completed: true)
  }

  /// Follows the transition that the object takes part in, if there is one, to its end.
  ///
  /// Only the end shows whether it was cancelled; until then the containers' changes may be
  /// reverted (D9, D10).
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
      // A cancelled transition has changed nothing, but other code may have, meanwhile.
      surroundingsDidChange(cause: context.isCancelled ? nil : cause)
      transitionDidEnd(token, completed: !context.isCancelled)
    }
  }

  /// Returns whether UIKit dismisses a presented controller for the user.
  ///
  /// It does if no other transition runs: the user tapped beside a popover, for example (D28),
  /// while a dismissal by code is inside a call that has not ended. For an alert only the scheduler
  /// counts: after a tap on a button, UIKit may close the alert through the same call as code.
  private func isLeavingForUser(_ controller: UIViewController) -> Bool {
    guard controller.isBeingDismissed, let store else { return false }
    if controller is UIAlertController { return store.scheduler.currentCause == nil }
    return !store.isTransitioning
  }

  /// Whether an operation of this object has begun and has not ended.
  var isInTransition: Bool { runningTransitionCounts.all > 0 }
}
#endif
