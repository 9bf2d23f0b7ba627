#if canImport(UIKit) && !os(watchOS)
import Dispatch
import UIKit

extension NavigationLifecycle {
  /// Waits for the view of a visible controller that UIKit is about to place, as for the end of a
  /// transition.
  ///
  /// UIKit may place the view of a selected tab turns after the call, and ignores a presentation by a
  /// controller whose view is in no window. The app places the views of other children.
  func waitForUIKitView() {
    switch parent?.element {
    case let window as UIWindow where !window.isHidden: break
    case let outer as UIViewController where outer.viewIfLoaded?.window != nil:
      guard outer is UITabBarController || outer is UINavigationController else { return }
    default: return
    }
    let state = madeUIKitState
    guard state.viewWait == nil else { return }
    let wait = UIKitViewWait(of: self)
    state.viewWait = wait
    wait.takeTurn()
  }
}

extension UIKitState {
  /// Allows another wait for the view after one that was given up.
  func forgetMissingView() {
    if viewWait?.isRunning == false { viewWait = nil }
  }
}

/// A wait for the view of a visible controller, which ends after a few turns of the main queue at the
/// latest: the controller may be one that UIKit does not show.
@MainActor
final class UIKitViewWait {
  private weak var lifecycle: NavigationLifecycle?
  private var token: NavigationTransitionToken?
  private var turnsLeft = UIKitCall.turnLimit

  fileprivate init(of lifecycle: NavigationLifecycle) {
    self.lifecycle = lifecycle
    token = lifecycle.transitionDidBegin(isInteractive: false)
  }

  fileprivate var isRunning: Bool { token != nil }

  fileprivate func takeTurn() {
    turnsLeft -= 1
    DispatchQueue.main.async { MainActor.assumeIsolated { self.turnDidEnd() } }
  }

  private func turnDidEnd() {
    guard let token, let lifecycle else { return }
    let isInWindow = (lifecycle.element as? UIViewController)?.viewIfLoaded?.window != nil
    guard isInWindow || turnsLeft == 0 else { return takeTurn() }
    self.token = nil
    if isInWindow { lifecycle.uiKitState?.viewWait = nil }
    lifecycle.transitionDidEnd(token, completed: true)
    // The turns during the wait have compared nothing.
    lifecycle.store?.runLoopDidTurn()
  }
}
#endif
