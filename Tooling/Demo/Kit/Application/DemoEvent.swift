/// Something that happened in an app.
public struct DemoEvent: Sendable, Hashable, Codable {
  /// What kind of thing it is.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// What is on screen changed.
    case change
    /// The framework did something: a step, an action, a flow's beginning or end.
    case flow
    /// What the app told its analytics.
    case analytics
    /// A service was asked, or answered.
    case service
    /// A link was opened.
    case link
    /// Misuse, or something that the platform refused.
    case issue
  }

  /// Counts the events of a log, from 1.
  public let number: Int
  /// What kind of thing it is.
  public let kind: Kind
  /// What happened, in one line.
  public let text: String

  /// The kind and the text.
  public var line: String { "\(kind.rawValue): \(text)" }
}
