/// Something that happened in an app.
public struct DemoEvent: Sendable, Hashable, Codable {
  /// The kind of the event.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// The screen changed.
    case change
    /// The framework did something: a step, an action, a flow's beginning or end.
    case flow
    /// The app sent something to its analytics.
    case analytics
    /// A service was called, or answered.
    case service
    /// A link was opened.
    case link
    /// Misuse, or something that the platform refused.
    case issue
  }

  /// Counts the events of a log, from 1.
  public let number: Int
  /// The kind of the event.
  public let kind: Kind
  /// The event in one line.
  public let text: String

  /// The kind and the text.
  public var line: String { "\(kind.rawValue): \(text)" }
}
