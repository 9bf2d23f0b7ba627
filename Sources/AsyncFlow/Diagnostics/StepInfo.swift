/// A readable description of a step.
public struct StepInfo: Sendable {
  /// The name of the step's type.
  public let typeName: String
  /// The step itself, usually a case with its values.
  public let caseDescription: String
  /// The metadata from the flow or the stepper.
  public let metadata: (any FlowMetadata)?

  /// Makes the information.
  ///
  /// - Parameters:
  ///   - typeName: The name of the step's type.
  ///   - caseDescription: The step itself.
  ///   - metadata: The metadata from the flow or the stepper.
  public init(
    typeName: String, caseDescription: String, metadata: (any FlowMetadata)? = nil
  ) {
    self.typeName = typeName
    self.caseDescription = caseDescription
    self.metadata = metadata
  }

  /// Describes a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - metadata: The metadata from the flow or the stepper.
  public init(step: any Step, metadata: (any FlowMetadata)? = nil) {
    self.init(
      typeName: String(describing: type(of: step)), caseDescription: String(describing: step),
      metadata: metadata)
  }

  /// The metadata's display name, else the step itself.
  public var displayName: String { metadata?.displayName ?? caseDescription }
}

extension StepInfo: Equatable {
  /// Whether type, case and the metadata's identifiers are equal.
  public static func == (lhs: StepInfo, rhs: StepInfo) -> Bool {
    lhs.typeName == rhs.typeName && lhs.caseDescription == rhs.caseDescription
      && lhs.metadata?.identifier == rhs.metadata?.identifier
  }
}

extension StepInfo: CustomStringConvertible {
  /// Type and case.
  public var description: String { "\(typeName).\(caseDescription)" }
}
