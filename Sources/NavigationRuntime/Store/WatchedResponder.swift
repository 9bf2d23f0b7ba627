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
  func startObserving(retaining keeper: AnyObject)

  /// Observes the ends of the main run loop's turns.
  ///
  /// The closure is called when a turn has done its work.
  func observeTurnsOfRunLoop(_ turn: @escaping @MainActor () -> Void) -> Cancellation
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
func watchedLifecycle(of element: some SilentContainer) -> NavigationLifecycle {
  if let known = element.givenLifecycle { return known }
  let lifecycle = NavigationContext.shared.registry.lifecycle(of: element)
  lifecycle.isSilent = true
  // Looked up at run time, since on a stand-in the conformance is not this module's.
  (element as AnyObject as? any WatchedResponder)?
    .startObserving(retaining: LifecycleKeeper(element))
  return lifecycle
}

extension SilentContainer {
  var givenLifecycle: NavigationLifecycle? { NavigationContext.shared.registry[self] }
}

/// The platform classes whose methods are wrapped: each class once, for all its objects.
@MainActor
package struct WrappedClasses {
  private var wrapped: Set<ObjectIdentifier> = []

  package init() {}

  /// Wraps the methods of a class, the first time.
  ///
  /// A subclass is a class of its own: it inherits its superclass's wrapped methods, and only its
  /// additional ones are wrapped.
  package mutating func wrapOnce(_ type: AnyClass, _ wrap: () -> Void) {
    if wrapped.insert(ObjectIdentifier(type)).inserted { wrap() }
  }
}
