/// How many columns of a terminal a text takes.
///
/// East Asian wide characters and emoji take two columns, combining marks none. A character without
/// a width, like a control character, is never drawn.
public enum DisplayWidth {
  /// The columns that a text takes.
  public static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The columns that a character takes: 0, 1 or 2.
  public static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii >= 32 && ascii != 127 ? 1 : 0 }
    var width = 0
    for scalar in character.unicodeScalars {
      if scalar == "\u{FE0F}", width > 0 { return 2 }
      width += of(scalar)
      // A character joined to a wide one, as in a family of emoji, takes no more columns.
      if width > 1 { return 2 }
    }
    return width
  }

  /// The beginning of a text that fits into some columns; a text that is cut ends with `…`.
  public static func fit(_ text: String, into width: Int) -> String {
    if of(text) <= width { return text }
    guard width > 0 else { return "" }
    var result = ""
    var room = width - 1
    for character in text {
      let needed = of(character)
      if needed > room { break }
      room -= needed
      result.append(character)
    }
    return result + "…"
  }

  /// The end of a text that fits into some columns; the rest of the text is not looked at.
  public static func end<Text: BidirectionalCollection<Character>>(
    of text: Text, into width: Int
  ) -> Text.SubSequence {
    var room = width
    var start = text.endIndex
    while start > text.startIndex {
      let index = text.index(before: start)
      room -= of(text[index])
      if room < 0 { break }
      start = index
    }
    return text[start...]
  }

  /// A text followed by as many spaces as it takes to fill some columns; cut if it is too long.
  public static func pad(_ text: String, to width: Int) -> String {
    let fitting = fit(text, into: width)
    return fitting + String(repeating: " ", count: max(0, width - of(fitting)))
  }

  /// The columns that a part of a character takes.
  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator,
      .surrogate:
      return 0
    default: break
    }
    // Jamo that continue a syllable.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= wide[0].lowerBound else { return false }
    return wide.contains { $0.contains(scalar.value) }
  }

  /// Characters that Unicode calls wide or fullwidth, and those shown as an emoji of that width.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F1E6...0x1F202,
    0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265,
    0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393,
    0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4,
    0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D,
    0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596,
    0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
    0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC,
    0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A,
    0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x2FFFD,
    0x30000...0x3FFFD,
  ]
}

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
      if !line.isEmpty, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) <= width {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      var rest = word
      var head = beginning(of: rest, width)
      while head.endIndex < rest.endIndex {
        lines.append(String(head))
        rest = rest[head.endIndex...]
        head = beginning(of: rest, width)
      }
      line = String(head)
    }
    return lines + (line.isEmpty && !lines.isEmpty ? [] : [line])
  }

  /// The characters that fit; at least one, so that there is an end.
  private static func beginning(of word: Substring, _ width: Int) -> Substring {
    var end = word.startIndex
    var room = width
    while end < word.endIndex {
      room -= DisplayWidth.of(word[end])
      if room < 0, end > word.startIndex { break }
      end = word.index(after: end)
    }
    return word[..<end]
  }
}
