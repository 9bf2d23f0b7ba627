/// What a story wanted, and what was there instead.
public struct StoryFailure: Sendable, Hashable, CustomStringConvertible {
  /// The story's file.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// What is written there.
  public var text: String
  /// What the line wants.
  public var expected: String
  /// What was there.
  public var found: String
  /// What may have been meant.
  public var hint: String?

  /// What the line wants and what was there, by file and line.
  public var description: String {
    var lines = ["\(file):\(line): \(text)"]
    lines += Self.paragraph("expected", expected)
    lines += Self.paragraph("found", found)
    if let hint { lines += Self.paragraph("hint", hint) }
    return lines.joined(separator: "\n")
  }

  private static func paragraph(_ word: String, _ text: String) -> [String] {
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let label = "  \(word):" + String(repeating: " ", count: max(1, 9 - word.count))
    guard rows.count > 1 else { return [label + text] }
    return ["  \(word):"] + rows.map { "    \($0)" }
  }
}
