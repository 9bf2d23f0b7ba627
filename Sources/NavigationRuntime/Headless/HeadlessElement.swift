/// A visible element of the screen, with its use.
@MainActor
public struct HeadlessElement {
  /// The kinds of element.
  public enum Kind: String, Sendable, CaseIterable {
    /// The title in a navigation bar or of an alert.
    case title
    /// The back button.
    case backButton
    /// A button in a navigation bar.
    case barButton
    /// A line of text.
    case label
    /// A button.
    case button
    /// A line of text that can be edited.
    case textField
    /// A switch.
    case toggle
    /// A row of a list.
    case row
    /// A tab in a tab bar.
    case tab
    /// A button of an alert.
    case alertButton
  }

  /// The effect of using the element.
  enum Use {
    case none
    case tap(() -> Bool)
    case type((String) -> Void)
    case flip((Bool) -> Void)
  }

  /// The kind of the element.
  public let kind: Kind
  /// The visible text.
  public let text: String
  /// The smaller text of a row, if it has one.
  public let detail: String?
  /// Whether the text is the placeholder of an empty field.
  public let isPlaceholder: Bool
  /// Whether the text of a field is shown as dots.
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

  /// The effect of a tap, if the element supports it.
  var tap: (() -> Bool)? {
    if case .tap(let tap) = use { tap } else { nil }
  }

  /// Returns the effect of typing, if the element is a field.
  func typing(_ text: String) -> (() -> Bool)? {
    guard case .type(let type) = use else { return nil }
    return {
      type(text)
      return true
    }
  }

  /// The effect of switching, if the element is a switch.
  var flip: (() -> Bool)? {
    guard case .flip(let flip) = use else { return nil }
    return { [isSelected] in
      flip(!isSelected)
      return true
    }
  }

  /// Returns whether a text or an identifier refers to the element.
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
