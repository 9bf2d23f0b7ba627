#if canImport(UIKit) && !os(watchOS)
import UIKit

/// What tells the runtime that something happens to a controller or a window of UIKit's.
///
/// UIKit has no observer besides its delegates, which are the app's. On a device
/// `Platform/ObjectiveC/` conforms all responders; where the Objective-C runtime is missing, the
/// stand-in for UIKit does.
@MainActor
package protocol UIKitWatched {
  /// Called when the runtime comes to know the responder: from now on it tells what happens.
  ///
  /// - Parameter keeper: To be kept as long as the responder lives, and no longer.
  func beginTelling(keeping keeper: AnyObject)
}

/// Goes when the responder goes that keeps it, and tells the registry.
private final class UIKitKeeper: Sendable {
  private let key: ObjectIdentifier

  init(_ responder: AnyObject) { key = ObjectIdentifier(responder) }

  deinit {
    onMainActor { [key] in NavigationContext.shared.registry.forget(key) }
  }
}

/// The lifecycle that the registry keeps for an object of UIKit's, made on first use.
@MainActor
func uiKitLifecycle<Element: UIResponder & NavigationContainer>(
  of element: Element
) -> NavigationLifecycle {
  NavigationContext.shared.registry.lifecycle(of: element) { lifecycle in
    // Asked at run time, as the conformance is not this module's on the stand-in.
    guard let object: AnyObject = lifecycle.element else { return }
    (object as? any UIKitWatched)?.beginTelling(keeping: UIKitKeeper(object))
  }
}

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
    compareWithUIKit(cause: cause)
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
      compareWithUIKit(cause: cause)
      transitionDidEnd(token, completed: !context.isCancelled)
    }
  }

  /// Whether an operation of this object has begun and has not ended.
  var isInTransition: Bool { runningTransitionCounts.all > 0 }

  /// Has everything read that UIKit may have changed with this object.
  ///
  /// UIKit presents from an ancestor and dismisses from a presenter, takes a child from its
  /// former parent, and moves the entries of a split view's columns, so that these are compared
  /// too: as the tree knows them, and as UIKit does now.
  private func compareWithUIKit(cause: NavigationCause?) {
    if kind == .split {
      for column in children { column.containerDidChange(.contents, cause: cause) }
    }
    var known: NavigationLifecycle? = self
    while let lifecycle = known {
      if lifecycle === self || lifecycle === parent {
        lifecycle.containerDidChange(.contents, cause: cause)
      }
      lifecycle.containerDidChange(.presentation, cause: cause)
      known = lifecycle.parent
    }
    var enclosing = element?.enclosingContainer
    while let container = enclosing {
      container.lifecycle.containerDidChange(.contents, cause: cause)
      container.lifecycle.containerDidChange(.presentation, cause: cause)
      enclosing = container.enclosingContainer
    }
  }
}
#endif
