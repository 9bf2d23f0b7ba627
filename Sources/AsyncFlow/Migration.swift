// What the compiler says of code that was written for AsyncFlow 1.0; Docs/MIGRATION.md has the table,
// and Tooling/check-migration compiles each line of it.
import NavigationRuntime

/// The spelling of ``FlowCoordinator/send(_:)`` in AsyncFlow 1.0.
///
/// With `await` at the top level of `main.swift`, Swift would choose a synchronous overload and
/// only warn. These are therefore unavailable in asynchronous contexts.
extension FlowCoordinator {
  /// Does the same as ``send(_:)``, in code that is not asynchronous.
  ///
  /// In AsyncFlow 1.0 such a step was lost, or preceded the initial one, right after `coordinate`.
  ///
  /// - Parameter step: The step.
  @available(
    *, noasync,
    message: "Write send(_:), or at top level: let receipt: NavigationReceipt = await …"
  )
  @available(
    *, deprecated, renamed: "send(_:)",
    message: "No step is lost any more, also right after coordinate: write send(_:)."
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
  @available(
    *, deprecated, renamed: "send(_:to:)",
    message: "No step is lost any more, also right after coordinate: write send(_:to:)."
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
  @available(
    *, deprecated, renamed: "sendToFirstResponder(_:)",
    message: "No step is lost any more, also after coordinate: write sendToFirstResponder(_:)."
  )
  public func navigateInFirstResponder(to step: any Step) { sendToFirstResponder(step) }
}

extension DeepLinkPlan.Hop {
  /// Makes a hop, with the earlier label of ``init(_:in:animated:)``.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - flow: The type of the flow that handles it.
  ///   - isAnimated: Whether the flow should animate it.
  @available(*, deprecated, renamed: "init(_:in:animated:)")
  public init(_ step: any Step, in flow: (any Flow.Type)? = nil, isAnimated: Bool?) {
    self.init(step, in: flow, animated: isAnimated)
  }
}

extension NavigationEvent {
  /// Unavailable: an event does not keep its flow alive.
  @available(
    *, unavailable, message: "An event does not keep its flow alive: write flowType, its name."
  )
  public var flow: any Flow { fatalError("unavailable") }
}

/// Unavailable: a contributor has presentables and steppers, which are objects of the main actor.
@available(
  *, unavailable,
  message: "A contributor holds objects of the main actor: make it there, where it is returned."
)
extension FlowContributor: Sendable {}

/// Unavailable, as for ``FlowContributor``.
@available(
  *, unavailable,
  message: "An answer holds objects of the main actor: make it there, where it is returned."
)
extension FlowContributors: Sendable {}
