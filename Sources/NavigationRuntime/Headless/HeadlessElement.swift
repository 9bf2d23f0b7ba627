/// Something that a person sees on the screen, with what happens when it is used.
@MainActor
public struct HeadlessElement {
  /// What an element is.
  public enum Kind: String, Sendable, CaseIterable {
    /// The title in a navigation bar or of an alert.
    case title
    /// The button that leads back.
    case backButton
    /// A button in a navigation bar.
    case barButton
    /// A line of text.
    case label
    /// A button.
    case button
    /// A line of text that can be edited.
    case textField
    /// Something that is on or off.
    case toggle
    /// A row of a list.
    case row
    /// A tab in a tab bar.
    case tab
    /// A button of an alert.
    case alertButton
  }

  /// What happens when the element is used.
  enum Use {
    case none
    case tap(() -> Bool)
    case type((String) -> Void)
    case flip((Bool) -> Void)
  }

  /// What the element is.
  public let kind: Kind
  /// The text that is seen.
  public let text: String
  /// The name for tests and tools.
  public let identifier: String?
  /// Whether the element can be used.
  public let isEnabled: Bool
  /// Whether a tab is selected, or a switch on.
  public let isSelected: Bool

  let use: Use

  init(
    _ kind: Kind, _ text: String, identifier: String? = nil, isEnabled: Bool = true,
    isSelected: Bool = false, use: Use = .none
  ) {
    self.kind = kind
    self.text = text
    self.identifier = identifier
    self.isEnabled = isEnabled
    self.isSelected = isSelected
    self.use = use
  }

  /// Whether a person who looks for this text or name means the element.
  func matches(_ wanted: String) -> Bool {
    text == wanted || identifier == wanted
  }

  /// The element as a line of text.
  public var line: String {
    switch kind {
    case .title: "# \(text)"
    case .backButton: "< \(text)"
    case .barButton, .button, .alertButton: "[\(text)]"
    case .label: text
    case .textField: "\(identifier ?? "")|\(text)|"
    case .toggle: "\(isSelected ? "(x)" : "( )") \(text)"
    case .row: "- \(text)"
    case .tab: isSelected ? "*\(text)*" : "_\(text)_"
    }
  }
}
