import AsyncFlow

extension RandomFlowWorld {
  /// Follows a deep link of one to three hops, some of them to the destination of an earlier one.
  ///
  /// Links may wait forever, as those to filtered steps do: at most three are kept.
  func followLink() {
    arrivedCount += links.count { $0.outcome == .arrived }
    links.removeAll { $0.outcome != nil }
    if links.count >= 3 { links.removeFirst().cancel() }
    let hops = (0..<Int.random(in: 1...3, using: &generator)).map { _ in makeHop() }
    links.append(coordinator.start(DeepLinkPlan(hops)))
  }

  private func makeHop() -> DeepLinkPlan.Hop {
    let types: [any Flow.Type] = [EvenRandomFlow.self, OddRandomFlow.self]
    return DeepLinkPlan.Hop(
      makeLinkedStep(), in: types.randomElement(using: &generator),
      animated: Bool.random(using: &generator))
  }

  /// Returns a step for a deep link; it may be handled any number of times.
  private func makeLinkedStep() -> RandomStep {
    if generator.happens(percent: 40), let old = linked.randomElement(using: &generator) {
      return old
    }
    let actions: [RandomStep.Action] = [
      .nothing, .suspend, .push, .push, .present, .borrow, .filter, .unhandled,
    ]
    let action = actions.randomElement(using: &generator) ?? .nothing
    linked.append(RandomStep(id: takeID(), stepper: -1, action: action))
    if linked.count > 20 { linked.removeFirst() }
    return linked[linked.count - 1]
  }

  /// The deep links without an outcome.
  var openLinks: [DeepLink] { links.filter { $0.outcome == nil } }
}
