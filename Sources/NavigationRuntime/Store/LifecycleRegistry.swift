/// Maps platform objects weakly to their lifecycles.
///
/// An entry does not keep its object alive, and an object allocated at the address of a dead one
/// gets a lifecycle of its own. The lifecycles of dead objects are released gradually, as others
/// are added.
@MainActor
package final class LifecycleRegistry {
  private let lifecycles = WeakTable<NavigationLifecycle>()

  package init() {}

  /// Returns the lifecycle of an object, made on first use.
  ///
  /// - Parameters:
  ///   - element: The object.
  ///   - didMake: Called once for each object, when its lifecycle has been made.
  /// - Returns: The lifecycle.
  package func lifecycle(
    of element: any NavigationContainer, didMake: (NavigationLifecycle) -> Void = { _ in }
  ) -> NavigationLifecycle {
    if let known = lifecycles[element] { return known }
    let lifecycle = NavigationLifecycle(of: element)
    lifecycles[element] = lifecycle
    didMake(lifecycle)
    return lifecycle
  }

  /// Returns the lifecycle of an object, if one has been made.
  package func knownLifecycle(of element: AnyObject) -> NavigationLifecycle? {
    lifecycles[element]
  }

  /// Removes the lifecycle of a dead object now, instead of at the next sweep.
  ///
  /// An entry of a living object at the same address stays.
  package func forget(_ key: ObjectIdentifier) {
    lifecycles.forget(key)
  }

  /// The number of living objects that are registered.
  package var count: Int { lifecycles.count }
}
