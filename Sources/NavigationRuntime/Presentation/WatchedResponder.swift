/// A controller or a window of a platform that offers no observer except its delegates, which
/// belong to the app.
///
/// On a device `Platform/ObjectiveC/` conforms all responders; where the Objective-C runtime is
/// missing, the stand-in for the platform does.
@MainActor
package protocol WatchedResponder {
  /// Starts reporting the responder's events; called when the runtime makes its lifecycle.
  ///
  /// - Parameter keeper: An object to retain as long as the responder lives, and no longer.
  func beginTelling(keeping keeper: AnyObject)
}

/// Removes the lifecycle from the registry when the responder that retains it is deallocated.
private final class LifecycleKeeper: Sendable {
  private let key: ObjectIdentifier

  init(_ responder: AnyObject) { key = ObjectIdentifier(responder) }

  deinit {
    onMainActor { [key] in NavigationContext.shared.registry.forget(key) }
  }
}

/// Returns the registry's lifecycle of a platform's responder, made on first use.
@MainActor
func watchedLifecycle(of element: some NavigationContainer) -> NavigationLifecycle {
  NavigationContext.shared.registry.lifecycle(of: element) { lifecycle in
    // Looked up at run time, since on a stand-in the conformance is not this module's.
    guard let object: AnyObject = lifecycle.element else { return }
    (object as? any WatchedResponder)?.beginTelling(keeping: LifecycleKeeper(object))
  }
}
