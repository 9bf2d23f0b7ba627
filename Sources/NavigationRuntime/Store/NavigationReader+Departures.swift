/// The lifecycles that have left the tree, with the causes.
extension NavigationReader {
  /// Removes the lifecycles without a link from the store.
  ///
  /// - Returns: The removed lifecycles, children before parents, in the order of removal.
  mutating func takeLeaving() -> [NavigationLifecycle] {
    explainRemovals()
    var leaving: [NavigationLifecycle] = []
    for removal in removed {
      let lifecycle = removal.lifecycle
      if lifecycle.isIn(store) {
        if !isAttached(lifecycle) { remove(lifecycle, cause: removal.cause, into: &leaving) }
      } else if lifecycle.holder == nil,
        let other = affectedStores.first(where: { $0 === lifecycle.store })
      {
        // The other store determines whether it is still in one of its slots.
        other.orphans.append(removal)
      }
    }
    removed = []
    return leaving
  }

  /// Gives removals of an unknown cause the cause for which a container or presenter around the
  /// lifecycle has left its slot: the platform takes away a modal with everything over it.
  private mutating func explainRemovals() {
    guard removed.count > 1, removed.contains(where: { $0.cause.kind == .unknown }) else { return }
    let removals = Dictionary(
      removed.map { (ObjectIdentifier($0.lifecycle), $0) }, uniquingKeysWith: { $1 })
    for (index, removal) in removed.enumerated() where removal.cause.kind == .unknown {
      var seen: Set<ObjectIdentifier> = []
      var next = removal.holder
      while let holder = next, seen.insert(ObjectIdentifier(holder)).inserted {
        let outer = removals[ObjectIdentifier(holder)]
        if let outer, outer.cause.kind != .unknown {
          removed[index] = Removal(lifecycle: removal.lifecycle, cause: outer.cause)
          break
        }
        next = holder.holder ?? outer?.holder
      }
    }
  }

  /// Returns whether the links of a lifecycle lead to the root.
  private func isAttached(_ lifecycle: NavigationLifecycle) -> Bool {
    guard lifecycle.holder != nil else { return false }
    var seen: Set<ObjectIdentifier> = []
    var current: NavigationLifecycle? = lifecycle
    while let next = current, next !== store.root {
      // A platform may claim a ring, which is attached to nothing.
      guard next.isIn(store), seen.insert(ObjectIdentifier(next)).inserted else { return false }
      current = next.holder
    }
    return current != nil
  }

  private func remove(
    _ lifecycle: NavigationLifecycle, cause: NavigationCause,
    into leaving: inout [NavigationLifecycle]
  ) {
    let departure = TreeDeparture(in: reading, of: store.context, by: cause)
    var found: [NavigationLifecycle] = []
    var pending = [lifecycle]
    while let next = pending.popLast() {
      // Visits each lifecycle of a ring once, too.
      guard next.isIn(store) else { continue }
      let contents = next.children + (next.modal.map { [$0] } ?? [])
      pending.append(contentsOf: contents.reversed().filter { $0.holder === next })
      store.adjustTransitions(of: next, entering: false)
      next.store = nil
      next.departure = departure
      found.append(next)
    }
    for next in found {
      next.link(to: nil)
      // Another store that has not read since may still list it.
      next.children = []
      next.selectedIndex = nil
      next.modal = nil
    }
    leaving += found.reversed()
  }
}
