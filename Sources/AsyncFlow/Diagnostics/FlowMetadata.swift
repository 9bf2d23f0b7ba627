/// The identifier and the display name of a screen or a step, for logs and paths.
public protocol FlowMetadata: Sendable, Equatable {
  /// The stable identifier.
  var identifier: String { get }
  /// The name to display.
  var displayName: String { get }
}
