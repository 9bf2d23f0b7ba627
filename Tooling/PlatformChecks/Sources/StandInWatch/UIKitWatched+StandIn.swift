import NavigationRuntime

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
extension HeadlessResponder: UIKitWatched {
  package func beginTelling(keeping keeper: AnyObject) {
    hierarchyObserver = Watch(keeper)
  }
}

@MainActor
private final class Watch: HeadlessHierarchyObserver {
  /// Of each running operation whether its call is still told to be running.
  private var isCallOpen: [Bool] = []
  private let keeper: AnyObject

  init(_ keeper: AnyObject) { self.keeper = keeper }

  func headlessHierarchy(
    of responder: HeadlessResponder, did change: HeadlessHierarchyChange,
    by origin: HeadlessOrigin
  ) {
    guard let lifecycle = (responder as? any NavigationContainer)?.lifecycle else { return }
    let cause: NavigationCause = origin == .user ? .user : .code
    switch change {
    case .transitionBegan:
      lifecycle.uiKitCallDidBegin(cause: cause)
      // Animated: the call returns, and the coordinator tells the end.
      let isFollowed = (responder as? HeadlessViewController)?.transitionCoordinator != nil
      if isFollowed { lifecycle.uiKitCallDidEnd(cause: cause) }
      isCallOpen.append(!isFollowed)
    case .transitionEnded:
      // Else `viewDidAppear` and its siblings, which are wrapped, too.
      if isCallOpen.popLast() != true { lifecycle.uiKitCallDidBegin(cause: cause) }
      lifecycle.uiKitCallDidEnd(cause: cause)
    case .contentsAtTop, .contents, .selection, .presentation:
      break
    }
  }
}
