/// How a character looks.
public struct TextStyle: OptionSet, Hashable, Sendable {
  /// The bits of the style.
  public let rawValue: UInt8

  /// Makes a style from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Bold.
  public static let bold = TextStyle(rawValue: 1 << 0)
  /// Less visible.
  public static let dim = TextStyle(rawValue: 1 << 1)
  /// Light on dark turned into dark on light.
  public static let reverse = TextStyle(rawValue: 1 << 2)
  /// In the colour of controls.
  public static let accent = TextStyle(rawValue: 1 << 3)
  /// In the colour of errors.
  public static let alarm = TextStyle(rawValue: 1 << 4)
}
