extension StepMachine {
  /// A step that is not done, with its state, for diagnostics.
  package struct Report {
    package let item: Item
    package let state: State

    package enum State {
      case queued(behind: Item?)
      case held
      case active(Phase)
      /// Its wait is over, but another step was nested in it meanwhile.
      case beneath(Item)
      case settling
    }
  }

  /// Every step that is not done, in the order of emission.
  package var reports: [Report] {
    // The common case; the loop below visits every flow.
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

  /// The flow's suspended step and its wait; `nil` if the flow is free or at work.
  package func parked(in flow: FlowID) -> (item: Item, wait: Wait)? {
    guard flows.contains(flow), let top = flows[flow]?.value.active.last,
      case .parked(let wait) = top.phase
    else { return nil }
    return (top.item, wait)
  }
}
