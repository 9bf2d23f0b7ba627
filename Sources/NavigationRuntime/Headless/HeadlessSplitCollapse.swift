extension HeadlessSplitViewController {
  /// Collapses the split, as for a narrow window: everything becomes one stack, or the compact
  /// column is shown.
  ///
  /// The controllers of the other columns move onto the first column's stack, within one operation;
  /// a navigation controller is one entry there, and keeps its own stack. If the first column holds
  /// no navigation controller, the secondary one is shown.
  public final func collapse() {
    reportFailure(of: performCollapse())
  }

  /// Expands the split: each controller that is still in the stack returns to its column, and a
  /// navigation controller takes along what was pushed over it.
  public final func expand() {
    reportFailure(of: performExpand())
  }

  func performCollapse() -> HeadlessResult {
    layOutContents()
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
            if let controller = columns[column] { stack(controller, onto: remaining) }
          }
        }
        setContents(remaining.map { [$0] } ?? [])
      })
  }

  func performExpand() -> HeadlessResult {
    layOutContents()
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
      columns[column] === controller
    else { return nil }
    platform.endTransitions(within: [stack])
    return moveAll(.setColumn) { [self] in
      if columns[column] === controller { self.stack(controller, onto: stack) }
    }
  }

  /// Clears the columns whose controllers were presented or put into another parent while this
  /// split did not contain them: a controller is in one container only.
  func giveUpColumnsTakenElsewhere() {
    for (column, controller) in columns where isElsewhere(controller) { columns[column] = nil }
  }

  private func isElsewhere(_ controller: HeadlessViewController) -> Bool {
    if refusalToContain(controller) != nil { return true }
    guard let parent = controller.parent, parent !== self else { return false }
    return !isCollapsed || parent !== stack
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

  private func stack(
    _ controller: HeadlessViewController, onto stack: HeadlessNavigationController
  ) {
    contained.removeAll { $0 === controller }
    controller.parent = nil
    controller.announceMove(to: stack)
    controller.leaveScreen()
    guard stack.link(controller) else { return giveUpColumnsTakenElsewhere() }
    stack.contained.append(controller)
    // Before the callbacks, which may navigate.
    stack.notify(.contentsAtTop, by: .code)
    controller.arrive(in: stack)
  }

  /// Takes the controllers of the other columns out of the stack, the top one first.
  private func separate(_ stack: HeadlessNavigationController) {
    for controller in stack.contained.reversed() {
      guard columns[.secondary] === controller || columns[.supplementary] === controller,
        let index = stack.contained.lastIndex(where: { $0 === controller })
      else { continue }
      let others = Array(stack.contained[(index + 1)...])
      for entry in [controller] + others { entry.leaveScreen() }
      stack.contained.removeSubrange(index...)
      controller.parent = nil
      if let target = controller as? HeadlessNavigationController {
        for entry in others { entry.parent = nil }
        _ = target.announceMoves(of: [], and: others)
        target.contained += others.filter { $0.parent === target }
        // Before the callbacks, which may navigate.
        target.notify(.contentsAtTop, by: .code)
        stack.notify(.contentsAtTop, by: .code)
        for entry in others { entry.arrive(in: target) }
      } else {
        stack.notify(.contentsAtTop, by: .code)
        for entry in others { remove(entry) }
      }
    }
  }

  private func setContents(_ controllers: [HeadlessViewController]) {
    let removed = contained.filter { old in !controllers.contains { $0 === old } }
    let inserted = controllers.filter { $0.parent !== self }
    contained = controllers
    for controller in removed { remove(controller) }
    if !announceMoves(of: [], and: inserted) {
      contained.removeAll { $0.parent !== self }
      giveUpColumnsTakenElsewhere()
    }
    for controller in inserted { controller.arrive(in: self) }
  }

  private func remove(_ controller: HeadlessViewController) {
    controller.leaveScreen()
    controller.announceMove(to: nil)
    if let parent = controller.parent { controller.leaveParent(parent) }
  }
}
