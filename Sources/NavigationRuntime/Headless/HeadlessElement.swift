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
  /// The smaller text of a row, if it has one.
  public let detail: String?
  /// Whether the text only says what belongs into an empty field.
  public let isPlaceholder: Bool
  /// Whether what is typed into a field is shown as dots.
  public let isSecure: Bool
  /// The name for tests and tools.
  public let identifier: String?
  /// Whether the element can be used.
  public let isEnabled: Bool
  /// Whether a tab is selected, or a switch on.
  public let isSelected: Bool

  let use: Use

  init(
    _ kind: Kind, _ text: String, detail: String? = nil, identifier: String? = nil,
    isPlaceholder: Bool = false, isSecure: Bool = false, isEnabled: Bool = true,
    isSelected: Bool = false, use: Use = .none
  ) {
    self.kind = kind
    self.text = text
    self.detail = detail
    self.isPlaceholder = isPlaceholder
    self.isSecure = isSecure
    self.identifier = identifier
    self.isEnabled = isEnabled
    self.isSelected = isSelected
    self.use = use
  }

  /// What a tap does, if the element is something to tap.
  var tap: (() -> Bool)? {
    if case .tap(let tap) = use { tap } else { nil }
  }

  /// What typing does, if the element is a field.
  func typing(_ text: String) -> (() -> Bool)? {
    guard case .type(let type) = use else { return nil }
    return {
      type(text)
      return true
    }
  }

  /// What turning over does, if the element is a switch.
  var flip: (() -> Bool)? {
    guard case .flip(let flip) = use else { return nil }
    return { [isSelected] in
      flip(!isSelected)
      return true
    }
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
