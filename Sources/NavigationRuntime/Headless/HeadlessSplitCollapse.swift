extension HeadlessSplitViewController {
  /// Collapses the split, as for a narrow window: everything becomes one stack, or the compact
  /// column is shown.
  ///
  /// The controllers of the other columns move into the first column's stack, within one
  /// operation. If the first column holds no navigation controller, the secondary one is shown.
  public final func collapse() {
    reportFailure(of: performCollapse())
  }

  /// Expands the split: each controller that is still in the stack returns to its column.
  public final func expand() {
    reportFailure(of: performExpand())
  }

  func performCollapse() -> HeadlessResult {
    if isCollapsed { return .success(nil) }
    if let running = runningChange("Collapsing") { return .failure(running) }
    if platform.endTransitions(within: contained) { return performCollapse() }
    return .success(
      moveAll(.collapse) { [self] in
        isCollapsed = true
        let remaining =
          columns[.compact] ?? stack ?? columns[.secondary] ?? columns[.supplementary]
          ?? columns[.primary]
        if remaining === stack, let remaining = stack {
          for column in [Column.supplementary, .secondary] {
            if let controller = columns[column] { merge(controller, of: column, into: remaining) }
          }
        }
        setContents(remaining.map { [$0] } ?? [])
      })
  }

  func performExpand() -> HeadlessResult {
    guard isCollapsed else { return .success(nil) }
    if let running = runningChange("Expanding") { return .failure(running) }
    if platform.endTransitions(within: contained) { return performExpand() }
    return .success(
      moveAll(.expand) { [self] in
        isCollapsed = false
        if let stack { separate(stack) }
        setContents(expandedContents)
      })
  }

  /// Pushes a column that is not in the stack, or no longer.
  func showCollapsed(
    _ column: Column, _ controller: HeadlessViewController
  ) -> HeadlessTransition? {
    giveUpColumnsTakenElsewhere()
    guard let stack, stack !== controller, stack.parent === self, controller.parent !== stack,
      columns[column] === controller,
      !movedEntries.contains(where: { $0.column == column && $0.controller?.parent === stack })
    else { return nil }
    platform.endTransitions(within: stack)
    return moveAll(.setColumn) { [self] in
      if columns[column] === controller { merge(controller, of: column, into: stack) }
    }
  }

  /// Clears the columns whose controllers were presented or put into another parent while this
  /// split did not contain them: a controller is in one container only.
  private func giveUpColumnsTakenElsewhere() {
    for (column, controller) in columns where isElsewhere(controller) { columns[column] = nil }
  }

  private func isElsewhere(_ controller: HeadlessViewController) -> Bool {
    if refusalToContain(controller) != nil { return true }
    guard let parent = controller.parent, parent !== self else { return false }
    return !movedEntries.contains { $0.controller === controller && parent === stack }
  }

  /// The first column's stack, which receives the others' controllers.
  private var stack: HeadlessNavigationController? {
    columns[.primary] as? HeadlessNavigationController
  }

  /// Moves controllers between containers in one operation: the shown members leave the screen, the
  /// move happens, and the shown members appear.
  private func moveAll(
    _ kind: HeadlessTransition.Kind, _ move: @escaping () -> Void
  ) -> HeadlessTransition? {
    let transition = HeadlessTransition(
      kind, on: self, from: nil, to: nil, animated: false, by: .code)
    let work = HeadlessTransition.Work(
      change: { [self] in
        let shown = activeMembers
        for member in shown { member.beginAppearance(false, animated: false) }
        for member in shown { member.leaveScreen() }
        giveUpColumnsTakenElsewhere()
        move()
        notify(.contents, by: .code)
      },
      begin: { [self] in
        for member in shownMembers { member.beginChain(true, animated: false) }
      },
      end: HeadlessTransition.Work.steps { [self] _ in
        let ends = shownMembers.map { member in
          {
            member.endChain()
            // A callback of the change may have brought the stack back with its old contents.
            member.settleMembers()
          }
        }
        return ends + [
          { [self] in
            if kind == .collapse { delegate?.splitViewControllerDidCollapse(self) }
            if kind == .expand { delegate?.splitViewControllerDidExpand(self) }
          }
        ]
      }
    )
    return platform.perform(transition, work, isOnScreen: false)
  }

  private func merge(
    _ controller: HeadlessViewController, of column: Column,
    into stack: HeadlessNavigationController
  ) {
    let source =
      platform.nestsCollapsedStacks ? nil : controller as? HeadlessNavigationController
    let entries = source?.contained ?? [controller]
    for entry in entries { entry.announceMove(to: stack) }
    for entry in entries { entry.leaveScreen() }
    source?.contained = []
    contained.removeAll { $0 === controller }
    for entry in entries {
      entry.parent = stack
      stack.contained.append(entry)
      movedEntries.append(MovedEntry(controller: entry, column: column))
    }
    // Before the callbacks, which may navigate.
    source?.notify(.contents, by: .code)
    stack.notify(.contentsAtTop, by: .code)
    for entry in entries { entry.arriveInParent() }
    if let source, source.parent === self { remove(source) }
  }

  private func separate(_ stack: HeadlessNavigationController) {
    let entriesOfColumns = entriesOfColumns(in: stack)
    for column in [Column.secondary, .supplementary] {
      guard let entries = entriesOfColumns[column], let controller = columns[column] else {
        continue
      }
      for entry in entries { entry.leaveScreen() }
      stack.contained.removeAll { kept in entries.contains { $0 === kept } }
      if let target = controller as? HeadlessNavigationController {
        // A nested stack takes what was pushed over it.
        let others = entries.filter { $0 !== target }
        let isNested = others.count < entries.count
        for entry in others { entry.announceMove(to: target) }
        target.contained = isNested ? target.contained + others : others + target.contained
        for entry in others { entry.parent = target }
        // Before the callbacks, which may navigate.
        target.notify(.contents, by: .code)
        stack.notify(.contentsAtTop, by: .code)
        for entry in others { entry.arriveInParent() }
      } else {
        stack.notify(.contentsAtTop, by: .code)
        for entry in entries where entry !== controller { remove(entry) }
      }
    }
    movedEntries = []
  }

  /// The controllers that belong to each other column: those that a collapse moved from there, and
  /// what was pushed over them.
  private func entriesOfColumns(
    in stack: HeadlessNavigationController
  ) -> [Column: [HeadlessViewController]] {
    var entries: [Column: [HeadlessViewController]] = [:]
    var column: Column?
    for entry in stack.contained {
      column = movedEntries.last { $0.controller === entry }?.column ?? column
      if let column { entries[column, default: []].append(entry) }
    }
    return entries
  }

  private func setContents(_ controllers: [HeadlessViewController]) {
    let removed = contained.filter { old in !controllers.contains { $0 === old } }
    let inserted = controllers.filter { $0.parent !== self }
    contained = controllers
    for controller in removed { remove(controller) }
    for controller in inserted { controller.announceMove(to: self) }
    for controller in inserted { controller.parent = self }
    for controller in inserted { controller.arriveInParent() }
  }

  private func remove(_ controller: HeadlessViewController) {
    controller.leaveScreen()
    controller.announceMove(to: nil)
    if let parent = controller.parent { controller.leaveParent(parent) }
  }
}
