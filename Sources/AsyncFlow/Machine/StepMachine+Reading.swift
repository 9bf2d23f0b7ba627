extension StepMachine {
  /// A step that is not done, for people.
  package struct Report {
    package let item: Item
    package let state: State

    package enum State {
      case queued(behind: Item?)
      case held
      case active(Phase)
      /// What it waited for is there; another step was nested in it meanwhile.
      case beneath(Item)
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
      for (index, entry) in flow.active.enumerated() {
        let next = flow.active.indices.contains(index + 1) ? flow.active[index + 1].item : nil
        let nested = entry.phase == .fulfilled ? next : nil
        reports.append(
          Report(item: entry.item, state: nested.map { .beneath($0) } ?? .active(entry.phase)))
      }
      reports += flow.queue.elements.map {
        Report(item: $0, state: .queued(behind: flow.active.last?.item))
      }
      for source in flow.sources {
        reports += (sources[source]?.value.held ?? []).map { Report(item: $0, state: .held) }
      }
    }
    return reports.sorted { $0.item.id < $1.item.id }
  }

  /// The step for which a flow accepts no other one, and what its handler waits for; `nil` if the
  /// flow is free, or at work.
  package func parked(in flow: FlowID) -> (item: Item, wait: Wait)? {
    guard flows.contains(flow), let top = flows[flow]?.value.active.last,
      case .parked(let wait) = top.phase
    else { return nil }
    return (top.item, wait)
  }
}
