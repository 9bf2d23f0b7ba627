#if canImport(UIKit) && !os(watchOS)
import UIKit

extension NavigationLifecycle {
  /// Records the beginning of a call to UIKit, which may change the object and its surroundings.
  package func uiKitCallDidBegin(cause: NavigationCause? = nil) -> NavigationTransitionToken {
    let call = transitionDidBegin(isInteractive: false)
    followUIKitTransition(cause: cause)
    return call
  }

  /// Records the return of the call; a transition that it began is followed to its end.
  package func uiKitCallDidEnd(_ call: NavigationTransitionToken, cause: NavigationCause? = nil) {
    followUIKitTransition(cause: cause)
    surroundingsDidChange(cause: cause)
    transitionDidEnd(call, completed: true)
  }

  /// Records that the object, or a controller in it, has appeared or disappeared.
  fileprivate func uiKitAppearanceDidEnd(of controller: UIViewController) {
    followed(moving: controller)?.hasReachedCallback = true
    uiKitState?.forgetMissingView()
    uiKitPositionDidChange()
  }

  /// The newest followed transition that moves a controller, or else the container nearest to it; if
  /// there is none, the newest.
  ///
  /// A callback names no transition, and an older one may end before the newest.
  private func followed(moving controller: UIViewController) -> FollowedUIKitTransition? {
    guard let followed = uiKitState?.followed, followed.count > 1 else {
      return uiKitState?.followed.last
    }
    var next: UIViewController? = controller
    while let moved = next {
      if let transition = followed.last(where: { $0.moves(moved) }) { return transition }
      next = moved.parent
    }
    return followed.last
  }

  /// Records that the object, or a controller in it, may be in another container than before.
  package func uiKitPositionDidChange(cause: NavigationCause? = nil) {
    let callback = uiKitCallDidBegin(cause: cause)
    positionDidChange(cause: cause)
    transitionDidEnd(callback, completed: true)
  }

  /// Follows the transition that the object takes part in, if there is one, to its end.
  ///
  /// Only the end shows whether it was cancelled; until then the containers' changes may be
  /// reverted (D9, D10).
  package func followUIKitTransition(cause: NavigationCause? = nil) {
    guard let controller = element as? UIViewController,
      let coordinator = controller.transitionCoordinator, coordinator !== followedTransition,
      !isFollowing(coordinator)
    else { return }
    let isInteractive = coordinator.isInteractive
    let isUsers = isInteractive || isLeavingForUser(controller) || controller.isMovedByUser
    // Code that waits for the end of its call has its cause at the beginning alone.
    let cause = isUsers ? .user : store.map { $0.resolve(cause) } ?? cause
    followedTransition = coordinator
    let token = transitionDidBegin(isInteractive: isInteractive)
    let followed = FollowedUIKitTransition(coordinator, token, cause: cause)
    let state = madeUIKitState
    // Another transition may still run, such as a push in the stack that presents.
    state.followed.removeAll { !isInTransition($0.token) }
    state.followed.append(followed)
    // Without the finger the rest has an end that can be waited for, and that can fail to come.
    coordinator.notifyWhenInteractionChanges { [self] context in
      transition(token, didBecomeInteractive: context.isInteractive)
    }
    _ = coordinator.animate(alongsideTransition: nil) { [self] context in
      didEnd(followed, completed: !context.isCancelled)
    }
  }

  /// Whether a transition is followed, also beneath a newer one; not after its abandonment.
  private func isFollowing(_ coordinator: any UIViewControllerTransitionCoordinator) -> Bool {
    uiKitState?.followed.contains { $0.coordinator === coordinator && isInTransition($0.token) }
      ?? false
  }

  private func didEnd(_ transition: FollowedUIKitTransition, completed: Bool) {
    if let state = uiKitState {
      let isNewest = state.followed.last === transition
      state.followed.removeAll { $0 === transition }
      if isNewest { followedTransition = state.followed.last?.coordinator }
    }
    // A cancelled transition has changed nothing, but other code may have, meanwhile.
    surroundingsDidChange(cause: completed ? transition.cause : nil, of: transition.part)
    transitionDidEnd(transition.token, completed: completed)
  }

  /// Ends the followed transitions that UIKit has ended without calling the completion.
  ///
  /// One is over when its coordinator is released, when the object has appeared or disappeared, and
  /// when neither the object nor its container takes part in it any more.
  func endOverdueUIKitTransition() {
    uiKitState?.runLoopDidTurn()
    // One a turn: UIKit names the coordinator of one transition at a time, that of the newest, and so
    // says nothing about an older one as long as that has not ended.
    if let followed = uiKitState?.followed.last, isOver(followed) {
      didEnd(followed, completed: !(followed.coordinator?.isCancelled ?? false))
    }
  }

  private func isOver(_ followed: FollowedUIKitTransition) -> Bool {
    guard let coordinator = followed.coordinator, !followed.hasReachedCallback else { return true }
    let participants = [self, holder, element?.navigationRuntimeEnclosing?.lifecycle]
    return !participants.contains { participant in
      (participant?.element as? UIViewController)?.transitionCoordinator === coordinator
    }
  }

  /// Returns whether UIKit dismisses a presented controller for the user.
  ///
  /// It does if no other transition runs: the user tapped beside a popover, for example (D28),
  /// while a dismissal by code is inside a call that has not ended. For an alert only the scheduler
  /// and a call that dismisses a controller beneath it count: after a tap on a button, UIKit may
  /// close the alert through the same call as code.
  private func isLeavingForUser(_ controller: UIViewController) -> Bool {
    guard controller.isBeingDismissed, let store else { return false }
    guard controller is UIAlertController else { return !store.isTransitioning }
    return store.scheduler.currentCause == nil && !leavesWithPresenter(controller)
  }

  /// Returns whether a call dismisses a controller beneath a presented one.
  private func leavesWithPresenter(_ controller: UIViewController) -> Bool {
    var next = controller.presentingViewController
    while let presenter = next {
      if presenter.givenLifecycle?.uiKitState?.isBeingDismissedByCall ?? false { return true }
      next = presenter.presentingViewController
    }
    return false
  }

  /// Whether an operation of this object has begun and has not ended.
  var isInTransition: Bool { runningTransitionCounts.all > 0 }
}

extension UIViewController {
  /// Called after `viewDidAppear(_:)` and `viewDidDisappear(_:)`.
  package func appearanceDidEnd() { nearestLifecycle?.uiKitAppearanceDidEnd(of: self) }
}

@MainActor
final class FollowedUIKitTransition {
  private(set) weak var coordinator: (any UIViewControllerTransitionCoordinator)?
  let token: NavigationTransitionToken
  let cause: NavigationCause?
  /// The part of the surroundings that the cause explains; `nil` if it may be any.
  let part: MarkedPart?
  /// Whether the object has appeared or disappeared since the beginning.
  var hasReachedCallback = false
  private weak var from: UIViewController?
  private weak var to: UIViewController?

  init(
    _ coordinator: any UIViewControllerTransitionCoordinator, _ token: NavigationTransitionToken,
    cause: NavigationCause?
  ) {
    self.coordinator = coordinator
    self.token = token
    self.cause = cause
    let from = coordinator.viewController(forKey: .from)
    let to = coordinator.viewController(forKey: .to)
    self.from = from
    self.to = to
    let movesModal = Self.isModal(from) || Self.isModal(to)
    // Code may have changed more in the same turn, while the user's finger moves a modal alone.
    part = cause?.kind == .user && movesModal ? .presentation : nil
  }

  /// Whether a controller appears or disappears with the transition.
  func moves(_ controller: UIViewController) -> Bool { controller === from || controller === to }

  /// A controller inside a modal has a presenter, too.
  private static func isModal(_ controller: UIViewController?) -> Bool {
    controller?.presentingViewController != nil && controller?.parent == nil
  }
}
#endif
