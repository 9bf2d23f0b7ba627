/// Breaks a text into lines.
public enum TextWrapping {
  /// The text in lines of some columns, broken at spaces where there are any, else anywhere.
  ///
  /// Line breaks in the text stay. There is always at least one line.
  public static func lines(_ text: String, width: Int) -> [String] {
    let width = max(1, width)
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { wrap(String($0), width) }
  }

  private static func wrap(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      var word = String(word)
      if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) <= width {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while DisplayWidth.of(word) > width {
        let head = beginning(of: word, width)
        lines.append(head)
        word.removeFirst(head.count)
      }
      line = word
    }
    return lines + (line.isEmpty && !lines.isEmpty ? [] : [line])
  }

  /// The characters that fit; at least one, so that there is an end.
  private static func beginning(of word: String, _ width: Int) -> String {
    var result = ""
    var room = width
    for character in word {
      room -= DisplayWidth.of(character)
      if room < 0, !result.isEmpty { break }
      result.append(character)
    }
    return result
  }
}
