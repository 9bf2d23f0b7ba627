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
  package func lifecycle(of element: any NavigationContainer) -> NavigationLifecycle {
    let key = ObjectIdentifier(element)
    if let known = lifecycles[key], known.element === element { return known }
    let lifecycle = NavigationLifecycle(of: element)
    // What a dead lifecycle takes with it may come back here: it goes after the table has changed.
    _ = lifecycles.updateValue(lifecycle, forKey: key)
    if lifecycles.count > sweepSize { sweep() }
    return lifecycle
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
