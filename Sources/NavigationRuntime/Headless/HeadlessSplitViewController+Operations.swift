extension HeadlessSplitViewController {
  package func performSetColumn(
    _ column: Column,
    to controller: HeadlessViewController?,
    by origin: HeadlessOrigin = .code
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    layOutColumns()
    let old = columns[column]
    if old === controller { return .success(nil) }
    if let controller, let refusal = refusalToContain(controller) { return .failure(refusal) }
    if let controller, columns.values.contains(where: { $0 === controller }) {
      return .failure(.duplicateController(controller, self))
    }
    if let running = runningChange("Setting a column") { return .failure(running) }
    if let controller, controller.parent != nil {
      if let refusal = controller.detachFromFormerParent() { return .failure(refusal) }
      return performSetColumn(column, to: controller, by: origin)
    }
    let isContained = old?.parent === self
    if let old, isContained, platform.endTransitions(within: old) {
      return performSetColumn(column, to: controller, by: origin)
    }
    movedEntries.removeAll { $0.column == column }
    let replacesShownOne = isCollapsed && isContained
    return .success(
      rearrange(.setColumn, from: old, to: controller, by: origin) { [self] in
        columns[column] = controller
        if !isCollapsed {
          contained = expandedContents
        } else if replacesShownOne {
          contained = controller.map { [$0] } ?? []
        }
      })
  }

  package func performShow(
    _ column: Column,
    by origin: HeadlessOrigin = .code
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    layOutColumns()
    guard let controller = columns[column] else {
      return .failure(.unsupported("Showing the empty \(column) column", self))
    }
    if let running = runningChange("Showing a column") { return .failure(running) }
    if isCollapsed { return .success(showCollapsed(column, controller, by: origin)) }
    guard hiddenColumns.contains(column) else { return .success(nil) }
    return .success(
      rearrange(.setColumn, from: nil, to: controller, by: origin) { [self] in
        delegate?.splitViewController(self, willShow: column)
        hiddenColumns.remove(column)
      })
  }

  package func performHide(
    _ column: Column,
    by origin: HeadlessOrigin = .code
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    layOutColumns()
    guard !isCollapsed, let controller = columns[column], !hiddenColumns.contains(column) else {
      return .success(nil)
    }
    if let running = runningChange("Hiding a column") { return .failure(running) }
    if platform.endTransitions(within: controller) { return performHide(column, by: origin) }
    return .success(
      rearrange(.setColumn, from: controller, to: nil, by: origin) { [self] in
        delegate?.splitViewController(self, willHide: column)
        hiddenColumns.insert(column)
      })
  }

  /// The contents of the split while there is room for all columns.
  var expandedContents: [HeadlessViewController] {
    [Column.primary, .supplementary, .secondary].compactMap { columns[$0] }
  }

  /// Changes the contained and shown controllers, with the callbacks that follow.
  private func rearrange(
    _ kind: HeadlessTransition.Kind,
    from: HeadlessViewController?,
    to: HeadlessViewController?,
    by origin: HeadlessOrigin,
    _ edit: @escaping () -> Void
  ) -> HeadlessTransition? {
    let contents = contained
    let shown = shownMembers
    let transition = HeadlessTransition(
      kind, on: self, from: from, to: to, animated: false, by: origin)
    var removed: [HeadlessViewController] = []
    var inserted: [HeadlessViewController] = []
    let work = HeadlessTransition.Work(
      change: { [self] in
        edit()
        removed = contents.filter { old in !contained.contains { $0 === old } }
        inserted = contained.filter { new in !contents.contains { $0 === new } }
        for controller in removed { controller.announceMove(to: nil) }
        for controller in inserted { controller.announceMove(to: self) }
        for controller in inserted { controller.parent = self }
        notify(removed.isEmpty && inserted.isEmpty ? .selection : .contents, by: origin)
      },
      begin: { [self] in
        for old in shown where !shows(old) { old.beginChain(false, animated: false) }
        for new in shownMembers { new.beginChain(true, animated: false) }
      },
      end: { [self] _ in
        for old in shown { old.endChain() }
        for new in shownMembers { new.endChain() }
        for controller in removed { controller.leaveParent(self) }
        for controller in inserted { controller.arriveInParent() }
      }
    )
    return platform.perform(transition, work, isOnScreen: isShowing)
  }

  /// Performs a waiting change of the columns, and returns a refusal if one still runs.
  func runningChange(_ request: String) -> HeadlessRefusal? {
    layOutColumns()
    return ownTransition.map { .transitionRunning(request, self, $0) }
  }

  private var ownTransition: HeadlessTransition? {
    involvements.first { transition in
      switch transition.kind {
      case .setColumn, .collapse, .expand: transition.owner === self
      default: false
      }
    }
  }

  /// Called first: its callbacks and completions may navigate.
  private func layOutColumns() {
    if let ownTransition { platform.layOut(ownTransition) }
  }
}
