import Dispatch
import NavigationRuntime
import UIKit

// One by one, since NavigationRuntime has all of these names too.
import enum HeadlessStandIn.HeadlessHierarchyChange
import protocol HeadlessStandIn.HeadlessHierarchyObserver
import enum HeadlessStandIn.HeadlessOrigin
import class HeadlessStandIn.HeadlessResponder
import class HeadlessStandIn.HeadlessViewController

/// What stands for the methods that `Platform/ObjectiveC/` puts around UIKit's, in this one place.
///
/// The headless controllers tell an observer more than a device could find out. Here the adapter is
/// told what a wrapped method knows: that a call began and that it returned, and that at the end of
/// a transition there were callbacks. Whether a transition runs on after a call, and whether it was
/// cancelled, it is not told; for that it has to follow the transition coordinator.
extension HeadlessResponder: WatchedResponder {
  package func startObserving(retaining keeper: AnyObject) {
    hierarchyObserver = StandIn.isStrict ? StrictWatch(keeper) : Watch(keeper)
    WrappedMethods.install()
  }

  package func observeTurnsOfRunLoop(_ turn: @escaping @MainActor () -> Void) -> Cancellation {
    StandInRunLoop.main.observe(turn)
  }
}

/// What stands for the main run loop, which does not turn in a test on Linux: a turn ends in the
/// next turn of the main queue after a change.
@MainActor
package final class StandInRunLoop {
  package static let main = StandInRunLoop()

  private var observers: [Int: @MainActor () -> Void] = [:]
  private var nextID = 0
  private var isTurning = false

  func observe(_ turn: @escaping @MainActor () -> Void) -> Cancellation {
    nextID += 1
    let id = nextID
    observers[id] = turn
    return Cancellation { [weak self] in self?.observers[id] = nil }
  }

  /// Ends the turn soon, since code has run.
  package func wake() {
    guard !isTurning, !observers.isEmpty else { return }
    isTurning = true
    DispatchQueue.main.async { MainActor.assumeIsolated { self.endTurn() } }
  }

  private func endTurn() {
    isTurning = false
    for (_, turn) in observers.sorted(by: { $0.key < $1.key }) { turn() }
  }
}

@MainActor
private final class Watch: HeadlessHierarchyObserver {
  /// The calls of running operations that have not returned, the innermost last: a callback of a
  /// controller's move may move it once more.
  private var calls: [ObjectIdentifier: [NavigationTransitionToken]] = [:]
  private let keeper: AnyObject

  init(_ keeper: AnyObject) { self.keeper = keeper }

  func headlessHierarchy(
    of responder: HeadlessResponder, did change: HeadlessHierarchyChange,
    by origin: HeadlessOrigin
  ) {
    StandInRunLoop.main.wake()
    guard let lifecycle = (responder as? any NavigationContainer)?.lifecycle else { return }
    let cause: NavigationCause = origin == .user ? .user : .code
    switch change {
    case .transitionBegan(let id, _):
      let call = lifecycle.uiKitCallDidBegin(cause: cause)
      // Animated: the call returns, and its coordinator tells the end. One that is not this call's
      // may run as well, of a gesture for example.
      let coordinator = (responder as? HeadlessViewController)?.transitionCoordinator
      if coordinator.map({ ObjectIdentifier($0) }) == id {
        lifecycle.uiKitCallDidEnd(call)
      } else {
        calls[id, default: []].append(call)
      }
    case .transitionEnded(let id, _):
      guard let call = calls[id]?.popLast() else {
        // `viewDidAppear` and its siblings, which are wrapped, too; the coordinator tells the end.
        return lifecycle.uiKitPositionDidChange()
      }
      if calls[id]?.isEmpty ?? false { calls[id] = nil }
      lifecycle.uiKitCallDidEnd(call, cause: cause)
    case .surroundings:
      // `didMove(toParent:)`, or `viewDidAppear` of what a window shows or a controller presents.
      lifecycle.uiKitPositionDidChange(cause: cause)
    case .contentsAtTop, .contents, .selection, .presentation, .display:
      break
    }
  }
}

/// What stands for targets and selectors.
extension UIGestureRecognizer: UIKitGestureSource {
  package func onStateChange(_ call: @escaping @MainActor () -> Void) -> Cancellation {
    let id = standInAddTarget(call)
    return Cancellation { [weak self] in self?.standInRemoveTarget(id) }
  }
}
