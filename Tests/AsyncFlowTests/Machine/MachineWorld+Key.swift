import AsyncFlow

extension MachineWorld {
  /// Distinguishes this world from all others with a different future.
  var key: [Int] {
    var key: [Int] = []
    for source in [parentSource, childSource] {
      guard matters(source) else {
        key.append(-2)
        continue
      }
      key.append((hidden.contains(source) ? 1 : 0) + (dismissed.contains(source) ? 2 : 0))
      key.append(begun[source]?.last ?? -1)
      key.append(covers[source] == nil ? 0 : 1)
    }
    key.append((ended.contains(parent) ? 1 : 0) + (ended.contains(child) ? 2 : 0))
    for list in [adapting, asking, waitingForScheduler, navigating, suspended, settling] {
      for item in list { key.append(item.id) }
      key.append(-1)
    }
    for id in emitted {
      key.append(id)
      key.append(finished[id] == nil ? 0 : 1)
      key.append(suspendedAdapting.contains(id) ? 1 : 0)
      guard finished[id] == nil else { continue }
      // The history of a finished step makes no difference any more. Of the event that hid a
      // screen, only its order relative to a step does.
      key.append(visibleSources[id].map { $0 == parentSource ? 1 : 2 } ?? 0)
      let intent = intents[id] ?? id
      for source in [parentSource, childSource] {
        key.append(covers[source].map { $0 < intent ? 1 : 0 } ?? 0)
      }
    }
    for report in machine.reports {
      key.append(report.item.id)
      key.append(report.state.code)
    }
    return key
  }
}

extension StepMachine.Report.State {
  fileprivate var code: Int {
    switch self {
    case .queued(behind: nil): 0
    case .queued(let item?): 10 + item.id
    case .held: 1
    case .beneath(let item): 1_000 + item.id
    case .settling: 2
    case .active(.adapting): 3
    case .active(.awaitingScheduler): 4
    case .active(.navigating): 5
    case .active(.fulfilled): 6
    case .active(.suspended(.outside)): 7
    case .active(.suspended(.child)): 8
    case .active(.suspended(.call)): 9
    }
  }
}
