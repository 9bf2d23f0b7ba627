/// Metadata that is written down.
public struct DefaultFlowMetadata: FlowMetadata {
  /// Names it for programs.
  public let identifier: String
  /// Names it for people.
  public let displayName: String

  /// Makes metadata.
  ///
  /// - Parameters:
  ///   - identifier: Names it for programs.
  ///   - displayName: Names it for people.
  public init(identifier: String, displayName: String) {
    self.identifier = identifier
    self.displayName = displayName
  }
}
