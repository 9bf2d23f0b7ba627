/// The events that a flow adds to the trace of its context, if one runs.
extension FlowNode {
  /// Records that the flow and its core are active, unless the trace has that, and the core's
  /// actions from now on.
  func traceStart() {
    guard let trace = context.trace else { return }
    let work = TraceWork(self)
    if trace.latest(of: work) == nil {
      trace.begin(work, .flowStarted, flowName, in: parent?.flowName)
      traceScreen(as: .flowScreen, of: work, in: trace)
    }
    guard let core else { return }
    let coreWork = TraceWork(core)
    if trace.latest(of: coreWork) == nil {
      trace.begin(
        coreWork, .coreActivated, "\(type(of: core))", in: flowName, cause: trace.newest(of: work))
      traceScreen(as: .coreScreen, of: coreWork, in: trace)
    }
    (core as? any ManagedCore)?.recordActions(in: trace)
  }

  /// Activates a core, as the cause of what it does then.
  func activateTraced(_ core: any Activatable) {
    traceStart()
    guard let trace = context.trace else { return activate(core) }
    trace.within(trace.latest(of: TraceWork(core))) { activate(core) }
  }

  /// Records that the screen, which has just been created, belongs to the flow and its core.
  func traceScreen() {
    guard let trace = context.trace else { return }
    traceScreen(as: .flowScreen, of: TraceWork(self), in: trace)
    if let core { traceScreen(as: .coreScreen, of: TraceWork(core), in: trace) }
  }

  private func traceScreen(
    as kind: TraceEvent.Kind, of work: TraceWork, in trace: NavigationTrace
  ) {
    guard let id = screen?.lifecycle.id else { return }
    trace.note(work, kind) { $0.node = id }
  }

  /// Records in the trace of an earlier context that the flow and its core go on in another one.
  func traceMove(from old: NavigationContext) {
    guard let trace = old.trace, old !== context else { return }
    let reason = "it moved to another context"
    if let core { trace.end(TraceWork(core), .coreResigned, detail: reason) }
    trace.end(TraceWork(self), .flowEnded, detail: reason)
    (core as? any ManagedCore)?.recordActions(in: context.trace)
  }
}
