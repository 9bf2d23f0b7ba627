import NavigationRuntime

extension FlowCoordinator {
  /// Starts a flow and waits for the value that it finishes with.
  ///
  /// ```swift
  /// func navigate(to step: ProfileStep) async -> FlowContributors {
  ///   let picker = ColorFlow()
  ///   navigationController.present(picker.root.viewController, animated: true)
  ///   switch await coordinator.result(of: picker, with: OneStepper(.start), as: Color.self) {
  ///   case .value(let color): print("picked:", color)
  ///   case .userLeft, .cancelled: print("picked nothing")
  ///   }
  ///   return .none
  /// }
  /// ```
  ///
  /// The flow finishes with ``FlowContributors/finish(_:)``, also after its handler has removed its
  /// screen. Inside a handler it becomes a child of the handling flow, whose queue meanwhile accepts
  /// steps from the child and its descendants. If the waiting task is cancelled, the flow is stopped.
  /// If the handling flow has ended, or the flow's screen has left since the handler was called, the
  /// flow does not start. In the body of a transaction a flow that has to wait for the end of that
  /// transaction, because it is in the same window, is ended and reported.
  ///
  /// The departure of a root that is not shown is never noticed. Where another modal may be up,
  /// present the root with `NavigationContext.perform(.present(…), on:)`, and await the result only
  /// if the outcome is `performed`.
  ///
  /// - Parameters:
  ///   - flow: The flow; the caller shows its root.
  ///   - stepper: The emitter of its steps.
  ///   - type: The type of the value. A value of another type is reported, and counts as cancelled.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: The value, or the reason for its absence.
  public func result<F: Flow, Value: Sendable>(
    of flow: F, with stepper: some Stepper, as type: Value.Type,
    fileID: String = #fileID, line: UInt = #line
  ) async -> FlowResult<Value> {
    await value(of: flow, with: stepper, at: CallSite(fileID, line))
  }

  /// Starts a flow with one step, and waits for the value that it finishes with.
  ///
  /// Allows `OneStepper(.start)` without the type of the step.
  ///
  /// - Parameters:
  ///   - flow: The flow; the caller shows its root.
  ///   - stepper: The stepper of its first step.
  ///   - type: The type of the value. A value of another type is reported, and counts as cancelled.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: The value, or the reason for its absence.
  public func result<F: Flow, Value: Sendable>(
    of flow: F, with stepper: OneStepper<F.StepType>, as type: Value.Type,
    fileID: String = #fileID, line: UInt = #line
  ) async -> FlowResult<Value> {
    await value(of: flow, with: stepper, at: CallSite(fileID, line))
  }

  private func value<F: Flow, Value: Sendable>(
    of flow: F, with stepper: any Stepper, at site: CallSite
  ) async -> FlowResult<Value> {
    let runner = engine.currentRunner
    let handled = runner?.item
    if let runner, let handled, !flow.allowStepWhenDismissed,
      engine.hasLeft(flow, since: runner.readingAtCall)
    {
      engine.refuse(flow, with: stepper, of: handled.node, because: .dismissed)
      let cause = flow.navigationContainer?.lifecycle.departureCause
      return cause?.kind == .user ? .userLeft : .cancelled
    }
    guard engine.canStart(flow, at: site),
      let node = engine.startInHandler(
        flow, with: stepper, allowsStepsWhenDismissed: flow.allowStepWhenDismissed)
    else { return .cancelled }
    engine.awaitResult(of: node, at: site)
    defer { engine.awaitedResults[node.id] = nil }
    // An observer of its start may have ended it.
    guard node.isAlive else {
      engine.refuse(stepper, of: node)
      return node.endReason == .dismissedByUser ? .userLeft : .cancelled
    }
    // The caller may be a handler of another coordinator.
    node.caller = engine.context.currentRunner?.handler
    var result: FlowResult<Value> = .cancelled
    let reason = "the result of \(node.name)"
    let waiter = engine.beginAwaiting(.result(of: node))
    defer { waiter?.awaited = nil }
    node.onEnd.append { [context] reason, value in
      // First: the absence of a value would be one, of an optional type.
      guard let value else {
        if reason == .dismissedByUser { result = .userLeft }
        return
      }
      if let value = value as? Value {
        result = .value(value)
      } else {
        context.issues.report(.wrongResult("\(F.self)", value, Value.self, site))
      }
    }
    if let handled {
      let waiting = engine.suspend(handled, on: .child(node.id), for: reason)
      node.onEnd.append { [engine] _, _ in engine.fulfil(handled) }
      engine.add(stepper, to: node)
      // Even without a step a runner has to find the machine idle.
      engine.wake()
      await stopping(node) { await waiting.wait() }
      engine.suspended[handled.id] = nil
    } else {
      engine.add(stepper, to: node)
      await stopping(node) {
        await context.activity.wait(for: reason) { waiter in
          guard node.isAlive else { return waiter.resume() }
          node.onEnd.append { _, _ in waiter.resume() }
        }
      }
    }
    return result
  }

  /// Waits inside a handler for an answer of the user or another external source.
  ///
  /// ```swift
  /// let alert = HeadlessAlertController(title: "Delete?", message: nil, preferredStyle: .alert)
  /// let isSure = await coordinator.waiting(for: "a confirmation") { answer in
  ///   alert.addAction(HeadlessAlertAction(title: "Yes", style: .default) { _ in answer(true) })
  ///   alert.addAction(HeadlessAlertAction(title: "No", style: .cancel) { _ in answer(false) })
  ///   navigationController.present(alert, animated: true)
  /// }
  /// ```
  ///
  /// Meanwhile ``settled()`` returns and lists the handler as waiting. From the answer on it counts
  /// as running again.
  ///
  /// - Parameters:
  ///   - reason: A description of the awaited answer, for diagnostics.
  ///   - ask: Called once, at once, with a closure that takes the answer; the first answer counts.
  ///     Not called if the task is already cancelled.
  /// - Returns: The answer; `nil` if the waiting task was cancelled, as it is at the flow's end.
  public func waiting<Answer>(
    for reason: String, _ ask: @MainActor (_ answer: @escaping @MainActor (Answer) -> Void) -> Void
  ) async -> Answer? {
    guard !Task.isCancelled else { return nil }
    let gate = ActivityGate(reason, context: context)
    var answer: Answer?
    ask {
      guard !gate.isOpen else { return }
      answer = $0
      gate.open()
    }
    do { try await gate.wait() } catch { return nil }
    return answer
  }

  /// Waits for a child, and stops it if the waiting task is cancelled.
  private func stopping(_ node: FlowNode, _ wait: @MainActor () async -> Void) async {
    await withTaskCancellationHandler {
      await wait()
    } onCancel: {
      onMainActor { node.engine.stopAwaited(node) }
    }
  }
}

/// A suspended handler whose wait the machine tracks.
@MainActor
struct SuspendedHandler {
  /// The awaited event, for diagnostics.
  let reason: String
  private let end = Signal()
  private let traceWait = TraceWait()

  init(_ reason: String) {
    self.reason = reason
  }

  /// Waits; the bodies of transactions around the handler count as waiting meanwhile.
  func wait() async {
    let ends = NavigationScheduler.beginWaitingInTransactions(for: reason)
    await end.wait { for end in ends { end() } }
  }

  /// Records that the awaited event has happened.
  func noteEvent() { traceWait?.resume() }

  func resume() { end.signal() }
}
