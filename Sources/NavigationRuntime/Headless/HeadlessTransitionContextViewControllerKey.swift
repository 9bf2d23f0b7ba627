/// A key for one of the two controllers of a transition, shaped like
/// `UITransitionContextViewControllerKey`.
public struct HeadlessTransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
  /// The key's text.
  public let rawValue: String

  /// Makes a key from its text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The controller that is visible when the transition begins.
  public static let from = Self(rawValue: "from")
  /// The controller that is visible when the transition has completed.
  public static let to = Self(rawValue: "to")
}
