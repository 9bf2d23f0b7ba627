/// What tells the runtime that something happens to a controller or a window of a platform's that
/// has no observer but its delegates, which are the app's.
///
/// On a device `Platform/ObjectiveC/` conforms all responders; where the Objective-C runtime is
/// missing, the stand-in for the platform does.
@MainActor
package protocol WatchedResponder {
  /// Called when the runtime comes to know the responder: from now on it tells what happens.
  ///
  /// - Parameter keeper: To be kept as long as the responder lives, and no longer.
  func beginTelling(keeping keeper: AnyObject)
}

/// Goes when the responder goes that keeps it, and tells the registry.
private final class LifecycleKeeper: Sendable {
  private let key: ObjectIdentifier

  init(_ responder: AnyObject) { key = ObjectIdentifier(responder) }

  deinit {
    onMainActor { [key] in NavigationContext.shared.registry.forget(key) }
  }
}

/// The lifecycle that the registry keeps for a responder of a platform's, made on first use.
@MainActor
func watchedLifecycle(of element: some NavigationContainer) -> NavigationLifecycle {
  NavigationContext.shared.registry.lifecycle(of: element) { lifecycle in
    // Asked at run time, as the conformance is not this module's on a stand-in.
    guard let object: AnyObject = lifecycle.element else { return }
    (object as? any WatchedResponder)?.beginTelling(keeping: LifecycleKeeper(object))
  }
}
