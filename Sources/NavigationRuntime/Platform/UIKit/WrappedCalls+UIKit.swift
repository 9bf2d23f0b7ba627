#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

// The work around UIKit's methods: `Platform/ObjectiveC/` wraps them on a device, and the stand-in
// has hooks in them. The requests of the scheduler use it as well.

extension UIViewController {
  /// Wraps `present(_:animated:completion:)`.
  ///
  /// A presentation ends turns after the call, also without animation: it ends with its completion
  /// handler.
  ///
  /// - Parameters:
  ///   - controller: The controller to present.
  ///   - completion: The caller's completion.
  ///   - call: Calls UIKit's method with a completion.
  /// - Returns: Whether UIKit has accepted the call.
  @discardableResult
  package func duringPresentation(
    of controller: UIViewController, completion: (() -> Void)? = nil,
    _ call: ((() -> Void)?) -> Void
  ) -> Bool {
    guard let lifecycle = nearestLifecycle, controller.presentingViewController == nil else {
      call(completion)
      return false
    }
    return UIKitCall(on: lifecycle).perform(completion, call) {
      controller.presentingViewController != nil ? controller : nil
    }
  }

  /// Wraps `dismiss(animated:completion:)`.
  ///
  /// A dismissal ends turns after the call, also without animation. Until then the controller is
  /// presented, and nothing shows whether UIKit has accepted the call: it does unless a
  /// presentation or dismissal runs there.
  ///
  /// - Parameters:
  ///   - completion: The caller's completion.
  ///   - call: Calls UIKit's method with a completion.
  /// - Returns: Whether UIKit has accepted the call.
  @discardableResult
  package func duringDismissal(
    completion: (() -> Void)? = nil, _ call: ((() -> Void)?) -> Void
  ) -> Bool {
    let dismissed = presentedViewController ?? presentingViewController?.presentedViewController
    guard let lifecycle = nearestLifecycle else {
      call(completion)
      return false
    }
    let isByUser = dismissed.map(UserTouch.isBeside) ?? false
    let isPossible = dismissed.map { !$0.isChangingPresentation } ?? false
    return UIKitCall(on: lifecycle, cause: isByUser ? .user : nil).perform(completion, call) {
      isPossible ? dismissed : nil
    }
  }

  /// The nearest lifecycle: a controller without one is inside a container that has one, or is of
  /// no concern to the runtime.
  package var nearestLifecycle: NavigationLifecycle? {
    NavigationContext.shared.registry.knownLifecycle(of: self) ?? parent?.nearestLifecycle
  }

  /// Whether this controller or one presented over it is being presented or dismissed.
  private var isChangingPresentation: Bool {
    var next: UIViewController? = self
    while let controller = next {
      let known = NavigationContext.shared.registry.knownLifecycle(of: controller)
      if controller.isBeingPresented || controller.isBeingDismissed
        || known?.uiKitState?.isChangingPresentation ?? false
      {
        return true
      }
      next = controller.presentedViewController
    }
    return false
  }
}

extension UINavigationController {
  /// Notes that `navigationBar(_:shouldPop:)` has returned `true`: the user has tapped the back
  /// button, and UIKit pops in the same turn.
  package func barDidAllowPop() {
    guard let lifecycle = nearestLifecycle else { return }
    lifecycle.madeUIKitState.isMovedByUser = true
    DispatchQueue.main.async { [weak lifecycle] in
      MainActor.assumeIsolated {
        lifecycle?.followUIKitTransition()
        lifecycle?.uiKitState?.isMovedByUser = false
      }
    }
  }
}

extension UITabBarController {
  /// Wraps `tabBar(_:didSelect:)`, in which UIKit selects the tab that the user has tapped, or pops
  /// the stack of the selected one.
  ///
  /// - Parameter call: Calls UIKit's method.
  package func duringTap(_ call: () -> Void) {
    guard let lifecycle = nearestLifecycle else { return call() }
    let token = lifecycle.uiKitCallDidBegin(cause: .user)
    lifecycle.madeUIKitState.isMovedByUser = true
    call()
    tabContents.selected?.nearestLifecycle?.followUIKitTransition(cause: .user)
    lifecycle.madeUIKitState.isMovedByUser = false
    lifecycle.uiKitCallDidEnd(token, cause: .user)
  }
}

/// The touches that UIKit is responding to.
@MainActor
package enum UserTouch {
  private static var views: [UIView] = []

  /// Wraps `sendEvent(_:)`.
  ///
  /// - Parameters:
  ///   - touched: The touched views.
  ///   - call: Calls UIKit's method.
  package static func handling(_ touched: [UIView], _ call: () -> Void) {
    let outer = views
    views = touched
    call()
    views = outer
  }

  /// Whether the user touches the area around a presented controller: a dimmed one, or that of a
  /// popover.
  static func isBeside(_ presented: UIViewController) -> Bool {
    guard !views.isEmpty, let area = presented.presentationController?.containerView,
      let content = presented.viewIfLoaded
    else { return false }
    return views.contains { $0.isDescendant(of: area) && !$0.isDescendant(of: content) }
  }
}

/// The adapter's state for a controller.
@MainActor
final class UIKitState {
  /// Whether the next transition in the controller is the user's.
  var isMovedByUser = false
  /// Whether a call that presents or dismisses the controller has not ended.
  var isChangingPresentation = false
  /// The transition that the controller follows to its end.
  var followed: FollowedUIKitTransition?
}

extension NavigationLifecycle {
  /// The adapter's state, if there is one.
  var uiKitState: UIKitState? { adapterState as? UIKitState }

  /// The adapter's state, made on first use.
  var madeUIKitState: UIKitState {
    if let known = uiKitState { return known }
    let state = UIKitState()
    adapterState = state
    return state
  }
}

/// A call of UIKit's that ends with its completion handler.
///
/// A call that UIKit ignores without saying so has no such end. So the call is over, at the latest,
/// a few turns of the main queue after the end of its animation, or after it has returned if it has
/// none.
@MainActor
final class UIKitCall {
  /// The number of turns; UIKit needs two or three for a change without animation.
  private static let patience = 10

  private let lifecycle: NavigationLifecycle
  private let cause: NavigationCause?
  private var token: NavigationTransitionToken?
  private var hasReturned = false
  private var isCompleted = false
  private weak var subject: UIViewController?
  private var turnsLeft = patience

  /// Begins a call.
  ///
  /// - Parameters:
  ///   - lifecycle: The lifecycle of its receiver.
  ///   - cause: The cause of the call, if it is known.
  init(on lifecycle: NavigationLifecycle, cause: NavigationCause? = nil) {
    self.lifecycle = lifecycle
    self.cause = cause
  }

  /// Makes the call.
  ///
  /// - Parameters:
  ///   - completion: The caller's completion.
  ///   - call: Calls UIKit's method with a completion.
  ///   - accepted: Returns the controller that UIKit presents, dismisses or shows; `nil` if it has
  ///     ignored the call.
  /// - Returns: Whether UIKit has accepted the call.
  func perform(
    _ completion: (() -> Void)?, _ call: ((() -> Void)?) -> Void,
    accepted: () -> UIViewController?
  ) -> Bool {
    token = lifecycle.uiKitCallDidBegin(cause: cause)
    call { [self] in
      completion?()
      isCompleted = true
      if hasReturned { end() }
    }
    hasReturned = true
    let subject = accepted()
    guard let subject, !isCompleted else {
      end()
      return isCompleted || subject != nil
    }
    self.subject = subject
    subject.lifecycle.madeUIKitState.isChangingPresentation = true
    lifecycle.followUIKitTransition(cause: cause)
    lifecycle.surroundingsDidChange(cause: cause)
    waitForTurns()
    return true
  }

  private func waitForTurns() {
    guard token != nil else { return }
    let owner = lifecycle.element as? UIViewController
    if let coordinator = subject?.transitionCoordinator ?? owner?.transitionCoordinator {
      _ = coordinator.animate(alongsideTransition: nil) { [self] _ in takeTurn() }
    } else {
      takeTurn()
    }
  }

  private func takeTurn() {
    guard token != nil else { return }
    guard turnsLeft > 0 else { return end() }
    turnsLeft -= 1
    DispatchQueue.main.async { MainActor.assumeIsolated { self.waitForTurns() } }
  }

  private func end() {
    guard let token else { return }
    self.token = nil
    subject?.lifecycle.uiKitState?.isChangingPresentation = false
    lifecycle.uiKitCallDidEnd(token, cause: cause)
  }
}
#endif
