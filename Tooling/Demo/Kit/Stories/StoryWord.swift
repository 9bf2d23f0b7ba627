/// A word of a line, or a text in quotes.
struct StoryWord: Hashable {
  var text: String
  var isQuoted = false

  /// The word as it was written.
  var source: String { isQuoted ? text.inQuotes : text }

  /// Splits a line into words, without the comment that a `#` at the beginning of a word begins.
  static func words(in line: Substring) throws(StoryFault) -> [StoryWord] {
    var words: [StoryWord] = []
    var rest = line
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first, first != "#" else { return words }
      if let closing = closingQuotes[first] {
        rest = rest.dropFirst()
        words.append(StoryWord(text: try quoted(&rest, until: closing), isQuoted: true))
        if let next = rest.first, !next.isWhitespace {
          throw StoryFault(
            text: "After a text in quotes comes a space.",
            hint: "A quote inside of a text is written \\\".")
        }
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        words.append(StoryWord(text: String(word)))
        rest = rest.dropFirst(word.count)
      }
    }
  }

  private static let closingQuotes: [Character: Character] = ["\"": "\"", "“": "”"]

  private static func quoted(
    _ rest: inout Substring, until closing: Character
  ) throws(StoryFault) -> String {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case closing: return text
      case "\\":
        switch rest.popFirst() {
        case "n": text.append("\n")
        case "t": text.append("\t")
        case "\"": text.append("\"")
        case "\\": text.append("\\")
        case let other?:
          throw StoryFault(
            text: "\\\(other) means nothing.", hint: "There are \\\", \\\\, \\n and \\t.")
        case nil: break
        }
      default: text.append(character)
      }
    }
    throw StoryFault(text: "A text in quotes does not end on this line.")
  }
}

extension String {
  /// The text as a story has it: in quotes, so that reading it gives the text again.
  var inQuotes: String {
    var text = ""
    for character in self {
      switch character {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      default: text.append(character)
      }
    }
    return "\"\(text)\""
  }
}
