import NavigationRuntime

/// An event in a coordinator.
public enum FlowEvent: Sendable {
  /// A flow is about to handle a step.
  case willNavigate(NavigationEvent)
  /// A flow's `navigate` has returned; its answer is not carried out yet.
  case didNavigate(NavigationEvent)
  /// The transitions that the step started have ended.
  case didSettle(NavigationEvent)
  /// A step was not handled; the outcome is the reason.
  case notHandled(NavigationEvent, StepOutcome)
  /// A flow started, by the name of its type.
  case started(String)
  /// A flow has handled its first step, and the flows started by it are ready.
  case ready(String)
  /// A flow has ended.
  case ended(String, NavigationEndReason)
  /// A deep link has ended, by the steps of its plan.
  case linkEnded(String, DeepLinkOutcome)
  /// The last flow of the coordinator has ended; no event follows.
  case completed
}

extension FlowEvent: CustomStringConvertible {
  /// The event in one line.
  public var description: String {
    switch self {
    case .willNavigate(let event): "will navigate: \(event)"
    case .didNavigate(let event): "did navigate: \(event)"
    case .didSettle(let event): "settled: \(event)"
    case .notHandled(let event, let outcome): "not handled: \(event): \(outcome)"
    case .started(let flow): "started: \(flow)"
    case .ready(let flow): "ready: \(flow)"
    case .ended(let flow, let reason): "ended: \(flow), \(reason)"
    case .linkEnded(let plan, let outcome): "link ended: \(plan): \(outcome)"
    case .completed: "completed"
    }
  }
}
