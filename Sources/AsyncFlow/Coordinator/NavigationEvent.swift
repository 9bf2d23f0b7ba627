import NavigationRuntime

/// A step that a flow is about to handle, or has handled.
///
/// Its texts are made on demand.
public struct NavigationEvent: Sendable {
  /// The step, as `adapt` let it through.
  public let step: any Step
  private let type: Any.Type

  init(flow type: Any.Type, step: any Step) {
    self.type = type
    self.step = step
  }

  /// The name of the flow's type.
  public var flowType: String { String(describing: type) }

  /// The step, as text.
  public var stepDescription: String { String(describing: step) }
}

extension NavigationEvent: CustomStringConvertible {
  /// Flow and step.
  public var description: String { "\(flowType) → \(stepDescription)" }
}
