import NavigationRuntime

extension FlowCoordinator {
  /// Delivers a step to every flow that lives now, as a notification or a button does, and does not
  /// wait.
  ///
  /// Can be called anywhere, also inside `async` functions and a flow's `navigate`, where the step is
  /// handled afterwards. Before there is a flow the step is kept until the first one is ready. If no
  /// flow handles it, one event says so.
  ///
  /// - Parameter step: The step.
  public func send(_ step: any Step) { engine.deliver(step, .broadcast) }

  /// Delivers a step to one flow, and does not wait.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - flow: The flow; it must live in this coordinator.
  public func send(_ step: any Step, to flow: any Flow) { engine.deliver(step, .flow(flow)) }

  /// Delivers a step to the innermost visible flow, then to those above it, until one has handled
  /// it; one that filters it ends the search too.
  ///
  /// Does not wait.
  ///
  /// - Parameter step: The step.
  public func sendToFirstResponder(_ step: any Step) { engine.deliver(step, .firstResponder) }
}

extension FlowCoordinator {
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

/// The spelling of ``FlowCoordinator/send(_:)`` in AsyncFlow 1.0.
///
/// `await` at the top level of `main.swift` takes a plain overload where there is one, and only
/// warns. So these cannot be called there, nor elsewhere in an asynchronous context.
extension FlowCoordinator {
  /// Does what ``send(_:)`` does, in code that is not asynchronous.
  ///
  /// - Parameter step: The step.
  @available(
    *, noasync,
    message: "Write send(_:), or at top level: let receipt: NavigationReceipt = await …"
  )
  public func navigate(to step: any Step) { send(step) }

  /// Does what ``send(_:to:)`` does, in code that is not asynchronous.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - flow: The flow; it must live in this coordinator.
  @available(
    *, noasync,
    message: "Write send(_:to:), or at top level: let receipt: NavigationReceipt = await …"
  )
  public func navigate(to step: any Step, in flow: any Flow) { send(step, to: flow) }

  /// Does what ``sendToFirstResponder(_:)`` does, in code that is not asynchronous.
  ///
  /// - Parameter step: The step.
  @available(
    *, noasync,
    message:
      "Write sendToFirstResponder(_:), or at top level: let receipt: NavigationReceipt = await …"
  )
  public func navigateInFirstResponder(to step: any Step) { sendToFirstResponder(step) }
}
