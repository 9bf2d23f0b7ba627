extension NavigationReader {
  /// A change of the tree, with the path to its container and, for a move, to its destination.
  struct Finding {
    let change: NavigationTree.Change
    let path: [NavigationNodeID]
    let destination: [NavigationNodeID]?
    let cause: NavigationCause
  }

  /// Returns the changes that this reading's edits make to the previous tree.
  ///
  /// An edit inside a newly inserted object is part of that object. Each change is applicable after
  /// those before it. Throws if the tree is not the one that the edits started from.
  func findings(in tree: NavigationTree) throws -> [Finding] {
    var comparison = NavigationTreeComparison()
    var slots: [(container: NavigationLifecycle, isModal: Bool, cause: NavigationCause)] = []
    for edit in edits where hasStayed(edit.container) {
      guard let old = tree.node(at: path(to: edit.container)) else {
        throw NavigationTreeError.unknownNode(edit.container.id)
      }
      switch edit.slot {
      case .contents(let index, let removed, let inserted, let oldKind, let oldSelection):
        guard index + removed <= old.children.count else {
          throw NavigationTreeError.poppedTooMany(old, count: removed)
        }
        slots.append((edit.container, false, edit.cause))
        comparison.note(
          contentsOf: old, at: index,
          from: .init(
            kind: oldKind, children: Array(old.children[index..<index + removed]),
            selectedIndex: oldSelection),
          to: .init(
            kind: edit.container.kind, children: inserted.map(\.node),
            selectedIndex: edit.container.selectedIndex))
      case .modal(let modal):
        slots.append((edit.container, true, edit.cause))
        comparison.note(modalOf: old, to: modal?.node, comparesContents: true)
      }
    }
    return comparison.orderedChanges().compactMap { change in
      let isModal = change.concernsModal
      let origin = slots.first { $0.container.id == change.container && $0.isModal == isModal }
      guard let origin else { return nil }
      var destination: [NavigationNodeID]?
      if case .moved(_, _, let slot) = change {
        destination = slots.first { $0.container.id == slot.container }
          .map { path(to: $0.container) }
      }
      return Finding(
        change: change, path: path(to: origin.container), destination: destination,
        cause: origin.cause)
    }
  }

  /// Returns whether a container is in the same slot as before this reading.
  private func hasStayed(_ container: NavigationLifecycle) -> Bool {
    let end = container.ancestry.first { $0 === store.root || $0.insertedIn == reading }
    return end.map { $0.insertedIn != reading } ?? false
  }

  private func path(to container: NavigationLifecycle) -> [NavigationNodeID] {
    container.ancestry.map(\.id).reversed()
  }
}

extension NavigationTree.Change {
  fileprivate var concernsModal: Bool {
    switch self {
    case .presented, .dismissed, .modalReplaced: true
    case .moved(_, let from, _): from.position == .modal
    case .pushed, .popped, .stackReplaced, .selected, .tabsReplaced, .contentsReplaced,
      .rootReplaced:
      false
    }
  }
}
