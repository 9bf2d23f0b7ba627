/// What people should read about a screen or a step, in logs and paths.
public protocol FlowMetadata: Sendable, Equatable {
  /// Names it for programs; stable.
  var identifier: String { get }
  /// Names it for people.
  var displayName: String { get }
}
