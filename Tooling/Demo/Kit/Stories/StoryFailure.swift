/// A failed line of a story, with the expected and the actual screen.
public struct StoryFailure: Sendable, Hashable, CustomStringConvertible {
  /// The story's file.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The text of the line.
  public var text: String
  /// The expectation of the line.
  public var expected: String
  /// The actual state.
  public var found: String
  /// A suggestion.
  public var hint: String?

  /// The expected and the actual state, by file and line.
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
