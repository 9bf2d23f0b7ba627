import NavigationRuntime

/// What became of a step that was navigated to: who has handled it, who may have, who has not.
public struct NavigationReceipt: Sendable {
  /// What became of the step in one flow.
  public struct Delivery: Sendable, CustomStringConvertible {
    /// What became of it.
    public let outcome: StepOutcome
    private let type: Any.Type

    init(flow type: Any.Type, outcome: StepOutcome) {
      self.type = type
      self.outcome = outcome
    }

    /// The name of the flow's type.
    public var flowType: String { String(describing: type) }

    /// Flow and outcome.
    public var description: String { "\(flowType): \(outcome)" }
  }

  /// The step.
  public let step: any Step
  /// What became of it in each flow it was delivered to, in the order of the answers.
  public let deliveries: [Delivery]
  /// Why it was delivered to nobody, if it was not.
  public let refusal: StepRefusal?

  /// The flows that have handled it.
  public var handledBy: [String] {
    deliveries.filter { $0.outcome == .handled }.map(\.flowType)
  }

  /// The flows that take all steps and did not say whether they knew this one.
  public var mayHaveHandled: [String] {
    deliveries.filter { $0.outcome == .unknown }.map(\.flowType)
  }

  /// What became of the step as a whole.
  ///
  /// Handled if any flow has handled it; else unknown if any may have; else what the first flow
  /// that knew it answered.
  public var outcome: StepOutcome {
    if let refusal { return .refused(refusal) }
    let outcomes = deliveries.map(\.outcome)
    if outcomes.contains(.handled) { return .handled }
    if outcomes.contains(.unknown) { return .unknown }
    return outcomes.first { $0 != .unhandled } ?? .unhandled
  }
}

extension NavigationReceipt: CustomStringConvertible {
  /// The step, and what became of it.
  public var description: String {
    let answers = deliveries.map(\.description).joined(separator: ", ")
    return "\(step): \(outcome)" + (answers.isEmpty ? "" : " (\(answers))")
  }
}
