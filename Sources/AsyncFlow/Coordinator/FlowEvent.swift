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
  /// A flow's first step is done, handled or not, and the flows started by it are ready.
  case ready(String)
  /// A flow has ended.
  case ended(String, NavigationEndReason)
  /// A deep link has ended, by the steps of its plan.
  case linkEnded(String, DeepLinkOutcome)
  /// A journey to a place has ended.
  case journeyEnded(JourneyOutcome)
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
    case .journeyEnded(let outcome): "journey ended: \(outcome)"
    case .linkEnded(let plan, let outcome): "link ended: \(plan): \(outcome)"
    case .completed: "completed"
    }
  }
}

/// A step and its flow.
///
/// Its texts are made on demand.
public struct NavigationEvent: Sendable {
  /// The step; after `adapt`, the one that it returned.
  public let step: any Step
  private let type: Any.Type

  init(flow type: Any.Type, step: any Step) {
    self.type = type
    self.step = step
  }

  /// The name of the flow's type; `FlowCoordinator` for a step that reached no flow.
  public var flowType: String { String(describing: type) }

  var reachedFlow: Bool { type != FlowCoordinator.self }

  /// The step, as text.
  public var stepDescription: String { String(describing: step) }
}

extension NavigationEvent: CustomStringConvertible {
  /// Flow and step.
  public var description: String { "\(flowType) → \(stepDescription)" }
}
