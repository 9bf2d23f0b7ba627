import NavigationRuntime

/// The passes of a journey: each compares what is on screen with the place, and removes or attaches
/// what differs. Another one follows until nothing changes any more.
extension JourneyRun {
  /// The number of passes after which a journey ends; for an app that attaches removed screens again
  /// and again.
  private static let passLimit = 20

  func follow() async {
    while isGoing, passCount < Self.passLimit {
      await transitionsToEnd()
      guard isGoing, let node, let goal else { break }
      passCount += 1
      hasChanged = false
      missing = []
      goal.match(node, in: TreeOrder(around: node), pass: passCount)
      if passCount == 1 { isSilent = !isAnimated || goal.missingCount != 1 }
      await lead(node, to: goal, at: path)
      if isGoing, !hasChanged { break }
    }
    guard isGoing else { return }
    if let node, let goal {
      await restoreSelections(of: node, goal, at: path)
      if isWhole { await reveal(node, goal) }
      guard isGoing else { return }
      // The last pass may have changed something, and so may the end of the journey.
      await transitionsToEnd()
      guard isGoing else { return }
      goal.match(node, in: TreeOrder(around: node), pass: passCount + 1)
      noteMissing(in: node, goal, at: path)
    }
    let missing = missing + otherBranches
    finish(missing.isEmpty ? .arrived : .incomplete(missing))
  }

  private func note(_ reason: MissingEntry.Reason, at path: [String]) {
    missing.append(MissingEntry(path: path, reason: reason))
  }

  /// Adds what is missing without a report.
  private func noteMissing(in node: FlowNode, _ goal: BranchGoal, at path: [String]) {
    let path = path + [goal.flow]
    func noteOnce(_ name: String, _ reason: MissingEntry.Reason) {
      let path = path + [name]
      if !missing.contains(where: { $0.path == path }) { note(reason, at: path) }
    }
    if let state = goal.state, !goal.restorations.isLatest(by: node),
      (try? node.stateKeeper?.encodedPlaceState()) != state
    {
      noteOnce(state.json, .notHandled("not restored"))
    }
    if let selection = goal.selection, node.selectable?.selectedIndex != selection {
      noteOnce("tab \(selection)", .notHandled("not selected"))
    }
    for child in node.children where child.route == .root && !goal.isFound(child) {
      guard let value = child.value(in: node.context) else { continue }
      noteOnce(
        value.json,
        .notHandled(
          "\(child.name) is the root of the window, which is replaced and never removed"))
    }
    for entry in goal.entries {
      guard let child = entry.child else {
        noteOnce(entry.value.json, entry.reason)
        continue
      }
      if let node = child.flowNode, let branch = entry.branch(of: node) {
        noteMissing(in: node, branch, at: path + [entry.value.json])
      }
    }
  }

  private func lead(_ node: FlowNode, to goal: BranchGoal, at path: [String]) async {
    guard isGoing, !node.isOver else { return hasChanged = true }
    goal.matchIfNew(node, pass: passCount)
    let path = path + [goal.flow]
    restoreState(of: node, goal, at: path)
    await removeOthers(of: node, goal)
    var isClear = false
    for entry in goal.entries {
      guard isGoing, !node.isOver else { return hasChanged = true }
      if entry.child.map({ !node.isAttached($0) }) ?? false {
        entry.child = nil
        hasChanged = true
      }
      if entry.child == nil, entry.attempts.canBegin(by: node) {
        if !isClear { await clear(node) }
        isClear = true
        guard isGoing else { return }
        await attach(entry, in: node, goal)
        guard isGoing else { return }
      }
      let path = path + [entry.value.json]
      if let child = entry.child {
        await lead(child, to: entry, at: path)
      } else {
        note(entry.reason, at: path)
      }
    }
  }

  private func lead(_ child: FlowChild, to entry: EntryGoal, at path: [String]) async {
    guard !entry.wanted.isEmpty else { return }
    var name: String?
    if let node = child.flowNode {
      name = node.flowName
    } else if let other = child.node as? any PlaceHolding {
      // Its end is the outcome of its journey.
      name = other.placeBranch?.flow ?? entry.wanted[0].flow
    }
    let index = entry.wanted.firstIndex { $0.flow == name }
    if let index, let node = child.flowNode {
      await lead(node, to: entry.branches[index], at: path)
    } else if let index, let other = child.node as? any PlaceHolding {
      await lead(other, to: entry.wanted[index], of: entry, at: path)
    }
    for other in entry.wanted.indices where other != index {
      note(.noFlow, at: path + [entry.wanted[other].flow])
    }
  }

  /// Leads another framework's node to its branch, once.
  private func lead(
    _ node: any PlaceHolding, to branch: NavigationPlace.Branch, of entry: EntryGoal,
    at path: [String]
  ) async {
    if entry.otherJourneys.canBegin(by: node) {
      entry.otherJourneys.begin(by: node)
      hasChanged = true
      let outcome = await node.travel(to: branch, at: path)
      guard isGoing else { return }
      switch outcome {
      // A newer journey or link of the other framework is in the same window.
      case .covered, .superseded: return finish(outcome)
      default: break
      }
      entry.otherOutcome = outcome
    }
    guard entry.otherJourneys.isLatest(by: node) else {
      return note(
        .notHandled("its flow was replaced during each attempt"), at: path + [branch.flow])
    }
    switch entry.otherOutcome {
    case .arrived, nil: break
    case .incomplete(let entries): missing += entries
    case .some(let outcome): note(.notHandled(outcome.description), at: path + [branch.flow])
    }
  }

  private func attach(_ entry: EntryGoal, in node: FlowNode, _ goal: BranchGoal) async {
    entry.attempts.begin(by: node)
    entry.reason = .notShown
    guard let routing = node.flow as? any PlaceRouting else { return entry.reason = .noFlow }
    let attachment: @MainActor () async -> Void
    do {
      attachment = try routing.attachment(decoding: entry.value)
    } catch {
      return entry.reason = .unreadable("\(error)")
    }
    hasChanged = true
    let end = node.onEnd { [weak self] _ in
      self?.restart(without: entry, because: "its flow ended during the attempt")
    }
    attachedEntry = entry
    entry.attachingNode = node
    TaskTracker.describeCall { [weak entry] in entry?.attachment }
    await attachment()
    TaskTracker.describeCall(nil)
    end.cancel()
    guard isGoing else { return }
    attachedEntry = nil
    entry.attachingNode = nil
    await transitionsToEnd()
    if !node.isOver { goal.find(entry, in: node) }
  }

  /// Returns when the transitions that have been requested in the window have ended.
  private func transitionsToEnd() async {
    guard let node, let element = node.treeElement else { return }
    await node.context.scheduler(of: element)
      .schedule("a journey of \(node.flowName)", cause: node.cause, fileID: nil, line: nil) { _ in
        .ended(.performed)
      }.value()
  }

  private func restoreState(of node: FlowNode, _ goal: BranchGoal, at path: [String]) {
    guard let state = goal.state, goal.restorations.canBegin(by: node) else { return }
    let path = path + [state.json]
    guard let keeper = node.stateKeeper else {
      return note(.notHandled("keeps no state"), at: path)
    }
    do {
      try keeper.restore(state)
      goal.restorations.begin(by: node)
      // It can end the flow, or attach something.
      hasChanged = true
    } catch {
      note(.unreadable("\(error)"), at: path)
    }
  }

  private func restoreSelections(of node: FlowNode, _ goal: BranchGoal, at path: [String]) async {
    let path = path + [goal.flow]
    if let selection = goal.selection, node.selectable?.selectedIndex != selection {
      var obstacle = "has no tabs or pages"
      if let element = node.selectable?.element {
        let outcome = await node.context.perform(
          .select(selection), on: element, animated: false, cause: node.cause, fileID: nil,
          line: nil)
        obstacle = outcome.description
      }
      guard isGoing else { return }
      if node.selectable?.selectedIndex != selection {
        note(.notHandled(obstacle), at: path + ["tab \(selection)"])
      }
    }
    for entry in goal.entries {
      guard let child = entry.child?.flowNode, let branch = entry.branch(of: child) else {
        continue
      }
      await restoreSelections(of: child, branch, at: path + [entry.value.json])
      guard isGoing else { return }
    }
  }
}
