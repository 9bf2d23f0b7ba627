import NavigationRuntime

/// A node that is generic over the flow, and so calls it with steps of its own type.
@MainActor
final class TypedFlowNode<F: Flow>: FlowNode {
  /// The flow, as it was passed to the initialiser.
  private var typedFlow: F { unsafeDowncast(flow, to: F.self) }

  init(_ flow: F, configuration: borrowing Configuration) {
    super.init(flow, configuration: configuration)
  }

  // The loop is generic, because one more asynchronous call costs a tenth of a step's time.
  override func handle(_ item: consuming StepItem, by runner: StepRunner) async -> StepItem? {
    let engine = engine
    var next: StepItem? = consume item
    while let item = next, item.flow == id {
      if !runner.isNavigating {
        if engine.context.isTraced || item.call?.attempt != nil {
          next = await adaptObserved(item, by: runner)
        } else {
          let answer = await typedFlow._adapt(any: item.step)
          next = engine.adapted(item, of: self, to: consume answer, by: runner)
        }
      } else if engine.context.isTraced {
        next = await navigateTraced(item, by: runner)
      } else {
        // Called here and not in a method, each of whose levels is a further hop.
        let answer = await typedFlow.navigate(to: item.step.cast(to: F.StepType.self))
        next = engine.navigated(item, consume answer, by: runner)
      }
      engine.reuse(consume item)
    }
    checkRoot()
    return next
  }

  // Not inlined, as the next one: memory for its values would be taken from the task at each call.
  @inline(never)
  private func adaptObserved(_ item: StepItem, by runner: StepRunner) async -> StepItem? {
    engine.adapted(item, of: self, await adaptObserved(item), by: runner)
  }

  /// Calls the flow, as the cause of what it does in the trace.
  @inline(never)
  private func navigateTraced(_ item: StepItem, by runner: StepRunner) async -> StepItem? {
    // The trace may have stopped meanwhile; then the answer can let the next step begin.
    let next = await engine.traced(item) {
      let answer = await typedFlow.navigate(to: item.step.cast(to: F.StepType.self))
      return engine.carryOut(consume answer, to: item, by: runner)
    }
    return next ?? engine.nextStep(for: runner)
  }
}
