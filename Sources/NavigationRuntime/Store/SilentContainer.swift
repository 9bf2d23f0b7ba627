/// A container of a platform that changes some of its containers without a report, as UIKit and
/// AppKit do.
///
/// The store compares such a container with the tree after each callback near it, and once in each
/// turn of the run loop.
@MainActor
protocol SilentContainer: NavigationContainer {
  /// Its kind and its contents, fetched from the platform once.
  var navigationRuntimeContents: FetchedContents { get }

  /// Whether the platform has reported that the user's move changes the contents.
  var navigationRuntimeIsMovedByUser: Bool { get }

  /// The platform's coordinators of the transitions that the object takes part in, as far as they are
  /// followed.
  var navigationRuntimeFollowedTransitions: [AnyObject] { get }

  /// Ends the transition that the object takes part in, if the platform has ended it without a
  /// report.
  func navigationRuntimeEndOverdueTransition()
}

extension SilentContainer {
  var navigationRuntimeIsMovedByUser: Bool { false }

  var navigationRuntimeFollowedTransitions: [AnyObject] { [] }

  func navigationRuntimeEndOverdueTransition() {}
}

extension NavigationLifecycle {
  /// The object, if its platform does not report all of its changes.
  var silentElement: (any SilentContainer)? {
    isSilent ? element as? any SilentContainer : nil
  }
}

/// A container of a platform that does not report the beginning of every transition.
@MainActor
protocol TransitionFollowing: AnyObject {
  /// Follows the transition that the container is in, if there is one, to its end.
  func followRunningTransition()
}
