import NavigationRuntime

/// The ends of flows whose own handlers have removed their screens: those handlers are not cancelled,
/// and their answers decide the reasons.
extension FlowEngine {
  /// Whether all flows have ended, even if a handler still decides the reason of an end.
  var isOver: Bool { life >= .completed || roots.isEmpty && !undecidedEnds.isEmpty }

  /// Leaves a flow's end to the handlers that have removed its screen, or wait for the one that has.
  ///
  /// - Returns: Whether there are such handlers.
  func awaitRemovers(of node: FlowNode, by handler: NavigationHandler?) -> Bool {
    guard let handler else { return false }
    let removers = handlers(of: node).filter { $0.isNavigating && $0.isResponsible(for: handler) }
    node.removers = Set(removers.compactMap(\.item?.id))
    guard node.hasUndecidedEnd else { return false }
    undecidedEnds.append(node)
    return true
  }

  /// Decides how a flow has ended, when a handler that has removed its screen has answered.
  ///
  /// An end counts as the flow's own. Without one the flow ends with the removal, as soon as no other
  /// such handler runs.
  func removerDidAnswer(_ item: StepItem, of node: FlowNode, _ end: FlowEnd?) {
    guard node.removers.remove(item.id) != nil else { return }
    if let end {
      decideEnd(of: node, .finished, end.value)
    } else if let reason = node.endReason, !node.hasUndecidedEnd {
      decideEnd(of: node, reason)
    }
  }

  /// Stops a flow whose result is no longer awaited; one whose screen has been removed ends with that.
  func stopAwaited(_ node: FlowNode) {
    if node.hasUndecidedEnd {
      decideEnd(of: node)
    } else {
      end(node, .stopped, refusing: .flowEnded)
    }
  }

  /// Decides the undecided ends beneath a flow that ends, apart from those of the same removal; without
  /// a flow, all of them.
  func decideEnds(beneath ancestor: FlowNode? = nil, sparing handler: NavigationHandler? = nil) {
    for node in undecidedEnds {
      if let ancestor, !node.isBeneath(ancestor) { continue }
      let isSpared = handler.map { handler in
        runners.values.contains { $0.item?.node === node && $0.isResponsible(for: handler) }
      }
      if isSpared == true { continue }
      decideEnd(of: node)
    }
  }

  /// Decides that a flow has ended with a reason, or else with the removal of its screen: cancels its
  /// handlers, whose answers do not count any more.
  func decideEnd(of node: FlowNode, because reason: NavigationEndReason? = nil) {
    guard node.hasUndecidedEnd, let reason = reason ?? node.endReason else { return }
    // Some may have been spared at the end of the flow although their answers do not count.
    let spared = abandonedRunners.values.filter { $0.item?.node === node }
    let handlers = handlers(of: node) + spared
    machine.endFlow(node.id)
    cancel(handlers)
    decideEnd(of: node, reason)
    wake()
  }

  private func decideEnd(
    of node: FlowNode, _ reason: NavigationEndReason, _ value: (any Sendable)? = nil
  ) {
    node.removers = []
    undecidedEnds.removeAll { $0 === node }
    publishEnd(of: node, reason, value)
  }
}
