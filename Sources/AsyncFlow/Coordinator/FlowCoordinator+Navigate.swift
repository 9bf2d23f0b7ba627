import NavigationRuntime

extension FlowCoordinator {
  /// Delivers a step to every flow that lives now, without waiting.
  ///
  /// Can be called anywhere, also in `async` functions and in a flow's `navigate`, where the step is
  /// handled afterwards. Before there is a flow, the step is kept until the first one is ready. If no
  /// flow handles it, one event reports that.
  ///
  /// - Parameter step: The step.
  public func send(_ step: any Step) { engine.deliver(step, .broadcast) }

  /// Delivers a step to one flow, without waiting.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - flow: The flow; it must live in this coordinator.
  public func send(_ step: any Step, to flow: any Flow) { engine.deliver(step, .flow(flow)) }

  /// Delivers a step to the innermost visible flow, then to its ancestors, until one handles or
  /// filters it, without waiting.
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
  /// own task counts as inside. Cancelling the waiting task does not take the step back.
  ///
  /// - Parameter step: The step.
  /// - Returns: The outcome in each flow.
  @discardableResult
  public func navigate(to step: any Step) async -> NavigationReceipt {
    await engine.receipt(of: step, .broadcast)
  }

  /// Delivers a step to one flow, and waits like ``navigate(to:)->NavigationReceipt``.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - flow: The flow; it must live in this coordinator.
  /// - Returns: The outcome in that flow.
  @discardableResult
  public func navigate(to step: any Step, in flow: any Flow) async -> NavigationReceipt {
    await engine.receipt(of: step, .flow(flow))
  }

  /// Delivers a step to the first flow that handles it, and waits like
  /// ``navigate(to:)->NavigationReceipt``.
  ///
  /// - Parameter step: The step.
  /// - Returns: The outcome in each flow that it was delivered to.
  @discardableResult
  public func navigateInFirstResponder(to step: any Step) async -> NavigationReceipt {
    await engine.receipt(of: step, .firstResponder)
  }
}

/// The spelling of ``FlowCoordinator/send(_:)`` in AsyncFlow 1.0.
///
/// With `await` at the top level of `main.swift`, Swift would choose a synchronous overload and only
/// warn. These are therefore unavailable in asynchronous contexts.
extension FlowCoordinator {
  /// Does the same as ``send(_:)``, in code that is not asynchronous.
  ///
  /// - Parameter step: The step.
  @available(
    *, noasync,
    message: "Write send(_:), or at top level: let receipt: NavigationReceipt = await …"
  )
  public func navigate(to step: any Step) { send(step) }

  /// Does the same as ``send(_:to:)``, in code that is not asynchronous.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - flow: The flow; it must live in this coordinator.
  @available(
    *, noasync,
    message: "Write send(_:to:), or at top level: let receipt: NavigationReceipt = await …"
  )
  public func navigate(to step: any Step, in flow: any Flow) { send(step, to: flow) }

  /// Does the same as ``sendToFirstResponder(_:)``, in code that is not asynchronous.
  ///
  /// - Parameter step: The step.
  @available(
    *, noasync,
    message:
      "Write sendToFirstResponder(_:), or at top level: let receipt: NavigationReceipt = await …"
  )
  public func navigateInFirstResponder(to step: any Step) { sendToFirstResponder(step) }
}
