import DemoKit
import NavigationRuntime

/// Compares the trace of an app with what really happened.
@MainActor
final class TraceCheck {
  private let name: String
  private let trace: NavigationTrace
  private var changes: [NavigationTree.Change] = []
  private weak var store: NavigationStore?
  private var subscription: Cancellation?

  /// Starts a trace of an app that has not started.
  init(_ app: any DemoApplication, capacity: Int) {
    name = app.name
    trace = app.context.startTrace(.init(capacity: capacity))
    let store = app.store
    self.store = store
    subscription = store.onChange { [weak self] in self?.changes.append($0.change) }
  }

  /// What is wrong with the trace of an app that has been stopped.
  var faults: [String] {
    let archive = trace.archive
    var faults = faultsOfCauses(in: archive) + faultsOfWork(in: archive)
    do {
      if try TraceArchive(jsonLines: archive.jsonLines) != archive {
        faults.append("the archive that was read back differs")
      }
    } catch {
      faults.append("the archive cannot be read: \(error)")
    }
    let traced = archive.events.compactMap(\.change)
    if traced != Array(changes.suffix(traced.count))
      || (archive.droppedCount == 0 && traced.count != changes.count)
    {
      faults.append("the changes of the tree differ: \(traced.count) of \(changes.count)")
    }
    let last = archive.trees(after: archive.events.last?.number ?? 0)
    if let store, Array(last.values) != [store.tree] {
      faults.append("the last tree differs:\n\(last)\n\(store.tree)")
    }
    return faults.map { "the trace of \(name): \($0)" }
  }

  /// Each event follows from an earlier one, or comes from outside.
  private func faultsOfCauses(in archive: TraceArchive) -> [String] {
    var faults: [String] = []
    for (index, event) in archive.events.enumerated() {
      if event.number != archive.droppedCount + index + 1 {
        faults.append("\(event) has the wrong number")
      }
      if let cause = event.cause, !(1..<event.number).contains(cause) {
        faults.append("\(event) has no such cause")
      }
      switch event.kind {
      case .requestBegan where event.cause != event.work:
        faults.append("\(event) does not follow from its request")
      case .stepNavigating, .stepNavigated, .stepEnded, .effectBegan, .effectEnded:
        if event.cause == nil { faults.append("\(event) has no cause") }
      default: break
      }
    }
    return faults
  }

  /// Each step, request, effect, flow, core, procedure, link and journey has exactly one end.
  private func faultsOfWork(in archive: TraceArchive) -> [String] {
    let beginnings: Set<TraceEvent.Kind> = [
      .stepEmitted, .requestMade, .flowStarted, .coreActivated, .effectBegan, .procedureBegan,
      .linkBegan, .journeyBegan,
    ]
    let ends: Set<TraceEvent.Kind> = [
      .stepEnded, .requestEnded, .flowEnded, .coreResigned, .effectEnded, .effectCancelled,
      .procedureEnded, .linkEnded, .journeyEnded,
    ]
    var open: [Int: TraceEvent] = [:]
    var faults: [String] = []
    for event in archive.events {
      if beginnings.contains(event.kind) { open[event.number] = event }
      guard ends.contains(event.kind), let work = event.work, work > archive.droppedCount else {
        continue
      }
      if open.removeValue(forKey: work) == nil { faults.append("\(event) has no beginning") }
    }
    return faults + open.values.sorted { $0.number < $1.number }.map { "\($0) has no end" }
  }
}
