/// The causes of what the observers of a reading are notified of.
///
/// A reading may find several changes, each with a cause of its own.
extension NavigationStore {
  /// Returns the cause that covered an object: the one with the lowest rank, if several changes of the
  /// reading cover it; a cause without a rank comes after all others.
  package func cause(
    covering lifecycle: NavigationLifecycle, rank: (NavigationCause) -> Int?
  ) -> NavigationCause? {
    guard !changedSlots.isEmpty else { return latestCause }
    let causes = changedSlots.filter { $0.covers(lifecycle) }.map(\.cause)
    return causes.min { (rank($0) ?? .max) < (rank($1) ?? .max) } ?? latestCause
  }

  /// Returns the cause that presented a modal, which has appeared in the current reading.
  package func cause(presenting modal: NavigationLifecycle) -> NavigationCause? {
    changedSlots.first { $0.presents(modal) }?.cause ?? latestCause
  }
}

extension NavigationReader.Edit {
  fileprivate func presents(_ modal: NavigationLifecycle) -> Bool {
    if case .modal(let presented?) = slot { presented === modal } else { false }
  }

  /// Whether the slot contains something now that covers an object, or another entry is selected.
  @MainActor
  fileprivate func covers(_ lifecycle: NavigationLifecycle) -> Bool {
    switch slot {
    case .contents:
      guard let entry = container.entry(with: lifecycle) else { return false }
      return !container.visibleChildren.contains { $0 === entry }
    case .modal(let modal):
      guard let modal, modal.coversHolder, !lifecycle.isWithin(modal) else { return false }
      return modal.fillsScreen || lifecycle.isWithin(container)
    }
  }
}

extension NavigationLifecycle {
  /// Returns the one of its children that another lifecycle is in or over, or is.
  fileprivate func entry(with other: NavigationLifecycle) -> NavigationLifecycle? {
    other.ancestry.first { $0.parent === self }
  }
}
