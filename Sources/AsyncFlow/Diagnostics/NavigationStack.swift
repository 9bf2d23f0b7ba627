/// The screens of a flow, as the steps that led to them.
public struct NavigationStack: Sendable {
  /// The name of the flow's type.
  public let flowName: String
  /// The steps, bottom first.
  public let steps: [StepInfo]

  /// Makes a stack.
  ///
  /// - Parameters:
  ///   - flowName: The name of the flow's type.
  ///   - steps: The steps, bottom first.
  public init(flowName: String, steps: [StepInfo]) {
    self.flowName = flowName
    self.steps = steps
  }

  /// The number of screens.
  public var depth: Int { steps.count }

  /// The metadata of the screens that have any.
  public var metadata: [any FlowMetadata] { steps.compactMap(\.metadata) }
}

extension NavigationStack: CustomStringConvertible {
  /// The flow and the display names, bottom first.
  public var description: String {
    "\(flowName): " + steps.map(\.displayName).joined(separator: " → ")
  }
}
