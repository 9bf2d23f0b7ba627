/// Metadata with a fixed identifier and display name.
public struct DefaultFlowMetadata: FlowMetadata {
  /// The stable identifier.
  public let identifier: String
  /// The name to display.
  public let displayName: String

  /// Makes metadata.
  ///
  /// - Parameters:
  ///   - identifier: The stable identifier.
  ///   - displayName: The name to display.
  public init(identifier: String, displayName: String) {
    self.identifier = identifier
    self.displayName = displayName
  }
}
