/// The outcome of a step that was navigated to, in each flow that received it.
public struct NavigationReceipt: Sendable {
  /// The outcome of the step in one flow.
  public struct Delivery: Sendable, CustomStringConvertible {
    /// The outcome.
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
  /// The outcome in each flow that it was delivered to, in the order of the answers.
  public let deliveries: [Delivery]
  /// The reason for which it was delivered to no flow; `nil` if it was delivered.
  public let refusal: StepRefusal?

  /// The flows that have handled it.
  public var handledBy: [String] {
    deliveries.filter { $0.outcome == .handled }.map(\.flowType)
  }

  /// The flows that take all steps and did not say whether they knew this one.
  public var mayHaveHandled: [String] {
    deliveries.filter { $0.outcome == .unknown }.map(\.flowType)
  }

  /// The outcome of the step as a whole.
  ///
  /// Handled if any flow has handled it; else unknown if any may have; else the outcome in the
  /// first flow that knew it.
  public var outcome: StepOutcome {
    if let refusal { return .refused(refusal) }
    var outcome = StepOutcome.unhandled
    for delivery in deliveries {
      switch (delivery.outcome, outcome) {
      case (.handled, _): return .handled
      case (.unknown, _): outcome = .unknown
      case (let other, .unhandled): outcome = other
      default: break
      }
    }
    return outcome
  }
}

extension NavigationReceipt: CustomStringConvertible {
  /// The step, its outcome, and the deliveries.
  public var description: String {
    let answers = deliveries.map(\.description).joined(separator: ", ")
    return "\(step): \(outcome)" + (answers.isEmpty ? "" : " (\(answers))")
  }
}
