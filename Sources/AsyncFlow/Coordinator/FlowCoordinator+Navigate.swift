import NavigationRuntime

extension FlowCoordinator {
  /// Delivers a step to every flow that lives now, as a deep link does.
  ///
  /// Before there is a flow the step is kept until the first one is ready. If no flow handles it,
  /// one event says so.
  ///
  /// - Parameter step: The step.
  public func navigate(to step: any Step) { engine.deliver(step, .broadcast) }

  /// Delivers a step to every flow that lives now, and waits until it has been handled everywhere
  /// and its transitions have ended.
  ///
  /// Inside a flow's `adapt` or `navigate` the step is handled nested. If the handlers would wait
  /// for each other, the call is refused and reported with the chain of flows. Only the handler's
  /// own task counts as inside. A step that has been sent is handled whether or not the waiting
  /// task is cancelled.
  ///
  /// - Parameter step: The step.
  /// - Returns: Who has handled it, and who may have.
  @discardableResult
  public func navigate(to step: any Step) async -> NavigationReceipt {
    await engine.receipt(of: step, .broadcast)
  }

  /// Delivers a step to one flow.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - flow: The flow; it must live in this coordinator.
  public func navigate(to step: any Step, in flow: any Flow) { engine.deliver(step, .flow(flow)) }

  /// Delivers a step to one flow, and waits like ``navigate(to:)->NavigationReceipt``.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - flow: The flow; it must live in this coordinator.
  /// - Returns: What became of the step.
  @discardableResult
  public func navigate(to step: any Step, in flow: any Flow) async -> NavigationReceipt {
    await engine.receipt(of: step, .flow(flow))
  }

  /// Delivers a step to the innermost visible flow, then to those above it, until one has handled
  /// it; one that filters it ends the search too.
  ///
  /// - Parameter step: The step.
  public func navigateInFirstResponder(to step: any Step) { engine.deliver(step, .firstResponder) }

  /// Delivers a step to the first flow that handles it, and waits like
  /// ``navigate(to:)->NavigationReceipt``.
  ///
  /// - Parameter step: The step.
  /// - Returns: Whom it was delivered to, and what became of it.
  @discardableResult
  public func navigateInFirstResponder(to step: any Step) async -> NavigationReceipt {
    await engine.receipt(of: step, .firstResponder)
  }
}
