extension StepMachine {
  /// A step that is not done, for people.
  package struct Report {
    package let item: Item
    package let state: State

    package enum State {
      case queued(behind: Item?)
      case held
      case active(Phase)
      case settling
    }
  }

  /// Every step that is not done, in the order of emission.
  package var reports: [Report] {
    // Nearly always, and there may be many flows to look at.
    guard undoneCount > 0 else { return [] }
    var reports: [Report] = settling.values.map { Report(item: $0, state: .settling) }
    for id in flows.ids {
      guard let flow = flows[id]?.value else { continue }
      reports += flow.active.map { Report(item: $0.item, state: .active($0.phase)) }
      reports += flow.queue.elements.map {
        Report(item: $0, state: .queued(behind: flow.active.last?.item))
      }
      for source in flow.sources {
        reports += (sources[source]?.value.held ?? []).map { Report(item: $0, state: .held) }
      }
    }
    return reports.sorted { $0.item.id < $1.item.id }
  }
}
