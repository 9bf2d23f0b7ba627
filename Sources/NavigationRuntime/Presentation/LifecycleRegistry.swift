/// The lifecycles of objects that have no room for them.
///
/// Keys are weak: an entry does not keep its object alive, and an object that comes to live at
/// the address of a dead one gets a lifecycle of its own. Entries of dead objects are swept out
/// when the registry has doubled since the last sweep.
@MainActor
package final class LifecycleRegistry {
  private var lifecycles: [ObjectIdentifier: NavigationLifecycle] = [:]
  private var sweepSize = 64

  package init() {}

  /// The lifecycle of an object, made on first use.
  ///
  /// - Parameters:
  ///   - element: The object.
  ///   - didMake: Called once for each object, when its lifecycle has been made.
  /// - Returns: The lifecycle.
  package func lifecycle(
    of element: any NavigationContainer, didMake: (NavigationLifecycle) -> Void = { _ in }
  ) -> NavigationLifecycle {
    let key = ObjectIdentifier(element)
    if let known = lifecycles[key], known.element === element { return known }
    let lifecycle = NavigationLifecycle(of: element)
    // What a dead lifecycle takes with it may come back here: it goes after the table has changed.
    _ = lifecycles.updateValue(lifecycle, forKey: key)
    if lifecycles.count > sweepSize { sweep() }
    didMake(lifecycle)
    return lifecycle
  }

  /// The lifecycle of an object, if it has been asked for before.
  package func knownLifecycle(of element: AnyObject) -> NavigationLifecycle? {
    lifecycles[ObjectIdentifier(element)].flatMap { $0.element === element ? $0 : nil }
  }

  /// Lets go of the lifecycle of an object that has died, now instead of at the next sweep.
  ///
  /// What is at the object's address by now, if anything, is left alone.
  package func forget(_ key: ObjectIdentifier) {
    guard let lifecycle = lifecycles[key], lifecycle.element == nil else { return }
    _ = lifecycles.removeValue(forKey: key)
    // As above: it goes after the table has changed.
    withExtendedLifetime(lifecycle) {}
  }

  /// How many living objects are registered.
  package var count: Int {
    sweep()
    return lifecycles.count
  }

  private func sweep() {
    let all = lifecycles
    lifecycles = all.filter { $0.value.element != nil }
    sweepSize = max(64, lifecycles.count * 2)
    // What the dead ones take with them may come back here, now that the table has changed.
    withExtendedLifetime(all) {}
  }
}
