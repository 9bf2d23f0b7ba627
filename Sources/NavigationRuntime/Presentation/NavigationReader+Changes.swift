extension NavigationReader {
  /// A change of the tree, with the way to its container and, for a move, to its destination.
  struct Finding {
    let change: NavigationTree.Change
    let path: [NavigationNodeID]
    let destination: [NavigationNodeID]?
    let cause: NavigationCause
  }

  /// What the edits of this reading mean for the tree as it was before.
  ///
  /// An edit inside something that was placed in this reading is part of what was placed there.
  func findings(in tree: NavigationTree) -> [Finding] {
    var comparison = NavigationTreeComparison()
    var containers: [(container: NavigationLifecycle, cause: NavigationCause)] = []
    for edit in edits where isInPlace(edit.container) {
      guard let old = tree.node(at: path(to: edit.container)) else { continue }
      containers.append((edit.container, edit.cause))
      switch edit.slot {
      case .contents(let index, let removed, let inserted, let oldKind, let oldSelection):
        comparison.note(
          contentsOf: old, at: index,
          from: .init(
            kind: oldKind, children: Array(old.children[index..<index + removed]),
            selectedIndex: oldSelection),
          to: .init(
            kind: edit.container.kind, children: inserted.map(\.node),
            selectedIndex: edit.container.selectedIndex))
      case .modal(let modal):
        comparison.note(modalOf: old, to: modal?.node)
      }
    }
    return comparison.changesWithMoves().compactMap { change in
      guard let origin = containers.first(where: { $0.container.id == change.container }) else {
        return nil
      }
      var destination: [NavigationNodeID]?
      if case .moved(_, _, let place) = change {
        destination = containers.first { $0.container.id == place.container }
          .map { path(to: $0.container) }
      }
      return Finding(
        change: change, path: path(to: origin.container), destination: destination,
        cause: origin.cause)
    }
  }

  /// Whether a container is where it was in the tree before this reading.
  private func isInPlace(_ container: NavigationLifecycle) -> Bool {
    var current: NavigationLifecycle? = container
    while let lifecycle = current, lifecycle.placedIn != reading {
      if lifecycle === store.root { return true }
      current = lifecycle.parent
    }
    return false
  }

  private func path(to container: NavigationLifecycle) -> [NavigationNodeID] {
    var path: [NavigationNodeID] = []
    var current: NavigationLifecycle? = container
    while let lifecycle = current {
      path.append(lifecycle.id)
      current = lifecycle.parent
    }
    return path.reversed()
  }
}
