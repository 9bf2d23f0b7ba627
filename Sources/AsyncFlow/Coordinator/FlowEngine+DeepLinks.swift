import NavigationRuntime

extension FlowEngine {
  func linkDidEnd(_ link: DeepLink) {
    links.removeAll { $0 === link }
    becomeIdleIfSo()
  }

  func linkIsWaiting() { becomeIdleIfSo() }

  /// The flow for a hop, if it is there and ready.
  func readyNode(for hop: DeepLinkPlan.Hop) -> FlowNode? {
    var found: FlowNode?
    for root in roots.elements {
      root.forEachNode { node in
        guard found == nil, node.isReady else { return }
        if let type = hop.flowType {
          if node.flowType == type { found = node }
        } else if node.takes(hop.step) {
          found = node
        }
      }
    }
    return found
  }

  /// Whether a step's screen or flow is there already.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - node: The flow that handles it.
  ///   - isRevealing: Whether what lies over the screen is taken away.
  /// - Returns: Whether nothing is left to do for the step.
  func isThere(_ step: any Step, in node: FlowNode, revealing isRevealing: Bool) async -> Bool {
    let child = node.children.elements.last { child in
      child.step.map { isEqual($0, step) } ?? false
    }
    if let child {
      if isRevealing { await select(child) }
      return true
    }
    guard
      let screen = node.contributions.compactMap(\.screen).last(where: { isEqual($0.step, step) }),
      let container = screen.container, container.isPresented
    else { return false }
    guard isRevealing else { return true }
    await select(container)
    guard let stack = node.rootLifecycle?.element else { return true }
    if stack.presentedContainer != nil {
      await context.perform(.dismiss, on: stack, animated: false, fileID: nil, line: nil)
    }
    guard stack.navigationKind == .stack, stack.containedCount > 0,
      stack.contained(at: stack.containedCount - 1) !== container
    else { return true }
    let outcome = await context.perform(
      .popTo(container), on: stack, animated: true, fileID: nil, line: nil)
    return outcome == .performed || outcome == .alreadyThere
  }
}

extension FlowEngine {
  /// Selects the tabs and pages in which a flow is, outermost first.
  func select(_ node: FlowNode) async {
    if let root = node.rootLifecycle?.element { await select(root) }
  }

  private func select(_ container: any NavigationContainer) async {
    for hiding in container.lifecycle.hidingSelections {
      await context.perform(
        .select(hiding.index), on: hiding.container, animated: false,
        cause: NavigationCause(.framework("AsyncFlow")) { "a deep link" }, fileID: nil, line: nil)
    }
  }
}

/// Whether two steps are equal; steps that cannot be compared are not.
func isEqual(_ first: any Step, _ second: any Step) -> Bool {
  guard let first = first as? any Equatable else { return false }
  return first.isEqual(to: second)
}

extension Equatable {
  fileprivate func isEqual(to other: any Step) -> Bool {
    (other as? Self).map { $0 == self } ?? false
  }
}
