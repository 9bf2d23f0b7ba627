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
    followedTransition = coordinator
    let isInteractive = coordinator.isInteractive
    let cause = isInteractive ? .user : cause
    let token = transitionDidBegin(isInteractive: isInteractive)
    _ = coordinator.animate(alongsideTransition: nil) { [self] context in
      followedTransition = nil
      surroundingsDidChange(cause: cause)
      transitionDidEnd(token, completed: !context.isCancelled)
    }
  }

  /// Whether an operation of this object has begun and has not ended.
  var isInTransition: Bool { runningTransitionCounts.all > 0 }
}
#endif
