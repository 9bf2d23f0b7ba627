/// A condition of a story that must hold, or must not hold, now.
public struct StoryExpectation: Sendable, Hashable {
  /// The subject of the expectation.
  public enum Subject: Sendable, Hashable {
    /// The name of the visible leaf in the tree.
    case screen(String)
    /// The title in a bar or of an alert.
    case title(String)
    /// A text somewhere on the screen; a part of a longer one counts.
    case text(String)
    /// A button of any kind, and whether it can be used.
    case button(String, isEnabled: Bool?)
    /// A field, and what the user reads in it; an empty one is read as the empty text.
    case field(String, text: String?)
    /// A switch, and whether it is on.
    case toggle(String, isOn: Bool?)
    /// A row of a list.
    case row(String)
    /// A tab, and whether it has to be the selected one.
    case tab(String, isSelected: Bool)
    /// The back button, and its text.
    case back(String?)
    /// An alert, and its title.
    case alert(String?)
    /// A sheet in front of everything else.
    case sheet
    /// The names of the screens in the visible stack, the root first.
    case stack([String])
    /// The whole tree as text, without identifiers.
    case tree(String)
    /// Something that has happened since the last move began; a part of the line is enough.
    case event(String)
    /// A held service with an answer that waits.
    case waiting(String)
  }

  /// Whether the opposite is expected.
  public var isNegated: Bool
  /// The subject of the expectation.
  public var subject: Subject

  /// Makes an expectation.
  public init(_ subject: Subject, isNegated: Bool = false) {
    self.subject = subject
    self.isNegated = isNegated
  }
}
