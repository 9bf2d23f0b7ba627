#if canImport(UIKit) && !os(watchOS)
import Dispatch
import UIKit

/// The adapter's state for a controller.
@MainActor
final class UIKitState {
  /// Whether the next transition in the controller is the user's.
  var isMovedByUser = false
  /// Whether the window has been in a scene in the foreground.
  var hasBeenInForeground = false
  /// The tab bar controller that has shown the controller, its "More" stack, in place of a tab.
  weak var tabBarOfMore: UITabBarController?
  /// The call that presents, dismisses or shows the controller.
  fileprivate(set) weak var call: UIKitCall?
  /// The call that dismisses the controller, from before UIKit receives it.
  fileprivate weak var dismissal: UIKitCall?
  /// The calls on the controller that may not have ended.
  fileprivate(set) var calls: [WeakReference<UIKitCall>] = []
  /// The transitions that the controller follows to their ends, the newest last.
  var followed: [FollowedUIKitTransition] = []

  /// The wait for the controller's view; kept when it has been given up.
  var viewWait: UIKitViewWait?

  /// Whether a call that presents or dismisses the controller has not ended.
  var isChangingPresentation: Bool { call?.isRunning ?? false }

  var isBeingDismissedByCall: Bool { dismissal?.isRunning ?? false }

  /// Ends the waits of calls for transitions that UIKit has ended without their completions.
  func runLoopDidTurn() {
    for call in calls { call.object?.runLoopDidTurn() }
  }
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

extension NavigationLifecycle {
  fileprivate func presentationDidChange(cause: NavigationCause) {
    surroundingsDidChange(cause: cause, of: .presentation)
  }
}

/// A call of UIKit's that ends with its completion handler.
///
/// A call that UIKit ignores without saying so has no such end, nor has a presentation that another
/// one replaces. So the call is over, at the latest, a few turns of the main queue after the end of
/// its animation, or after it has returned if it has none.
@MainActor
final class UIKitCall {
  /// The number of turns; UIKit needs two or three for a change without animation.
  static let turnLimit = 10

  private let lifecycle: NavigationLifecycle
  private let cause: NavigationCause?
  /// The cause of the change that the call makes, as far as it was known at the call.
  private var callCause = NavigationCause.code
  private var token: NavigationTransitionToken?
  private var hasReturned = false
  private var isCompleted = false
  private weak var subject: UIViewController?
  private var turnsLeft = turnLimit
  /// The transition whose end the call waits for.
  private weak var awaited: (any UIViewControllerTransitionCoordinator)?
  /// The number of the wait for a transition; 0 while there is none.
  private var wait = 0
  private var waitCount = 0

  init(on lifecycle: NavigationLifecycle, cause: NavigationCause? = nil) {
    self.lifecycle = lifecycle
    self.cause = cause
  }

  /// Ends the call if UIKit has released the completion without calling it.
  deinit {
    guard let token else { return }
    onMainActor { [lifecycle, callCause] in
      lifecycle.presentationDidChange(cause: callCause)
      lifecycle.uiKitCallDidEnd(token)
    }
  }

  /// Whether the call has begun and has not ended, nor has been given up.
  var isRunning: Bool { token.map(lifecycle.isInTransition) ?? false }

  /// Notes that the call dismisses a controller, with all that are presented over it.
  func willDismiss(_ controller: UIViewController?) {
    controller?.givenLifecycle?.madeUIKitState.dismissal = self
  }

  /// Makes the call.
  ///
  /// Afterwards, `accepted` returns the controller that UIKit presents, dismisses or shows; `nil`
  /// if it has ignored the call. Returns whether UIKit has accepted it.
  func perform(
    _ completion: (() -> Void)?, _ call: ((() -> Void)?) -> Void, accepted: () -> UIViewController?
  ) -> Bool {
    token = lifecycle.uiKitCallDidBegin(cause: cause)
    callCause = lifecycle.store?.resolve(cause ?? .code) ?? cause ?? .code
    call { [self] in
      isCompleted = true
      // The caller may present or dismiss the next controller.
      leaveSubject()
      completion?()
      if hasReturned { end() }
    }
    hasReturned = true
    let subject = accepted()
    guard let subject, !isCompleted else {
      end()
      return isCompleted || subject != nil
    }
    self.subject = subject
    subject.lifecycle.madeUIKitState.call = self
    let state = lifecycle.madeUIKitState
    state.calls.removeAll { $0.object == nil }
    state.calls.append(WeakReference(self))
    lifecycle.followUIKitTransition(cause: cause)
    lifecycle.presentationDidChange(cause: callCause)
    waitForTurns()
    return true
  }

  /// Ends the wait for a transition that UIKit has ended without calling its completion.
  func runLoopDidTurn() {
    guard wait > 0 else { return }
    if let awaited, awaited === subject?.transitionCoordinator ?? owner?.transitionCoordinator {
      return
    }
    didEnd(wait)
  }

  private var owner: UIViewController? { lifecycle.element as? UIViewController }

  private func waitForTurns() {
    guard token != nil else { return }
    guard let coordinator = subject?.transitionCoordinator ?? owner?.transitionCoordinator else {
      return takeTurn()
    }
    waitCount += 1
    let number = waitCount
    wait = number
    awaited = coordinator
    let isWaiting = coordinator.animate(alongsideTransition: nil) { [self] _ in
      didEnd(number)
    }
    if !isWaiting { didEnd(number) }
  }

  private func didEnd(_ number: Int) {
    guard wait == number else { return }
    wait = 0
    takeTurn()
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
    leaveSubject()
    lifecycle.uiKitState?.calls.removeAll { $0.object === self }
    lifecycle.presentationDidChange(cause: callCause)
    lifecycle.uiKitCallDidEnd(token)
  }

  private func leaveSubject() {
    guard let state = subject?.lifecycle.uiKitState, state.call === self else { return }
    state.call = nil
  }
}
#endif
