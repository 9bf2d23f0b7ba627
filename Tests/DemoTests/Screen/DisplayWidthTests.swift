import DemoKit
import Testing

struct DisplayWidthTests {
  @Test(
    "Measures a text in terminal columns",
    arguments: [
      ("", 0), ("abc", 3), ("서울", 4), ("日本", 4), ("ｆｕｌｌ", 8), ("ﾊﾝ", 2), ("é", 1),
      ("e\u{301}", 1), ("👍", 2), ("👩‍👩‍👧", 2), ("🇰🇷", 2), ("☎️", 2), ("☎", 1), ("─│░", 3),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("a\u{200B}b", 2), ("\u{7}", 0), ("…", 1), ("한글 text", 9),
      ("คำ", 2), ("①", 1), ("★", 1), ("✓", 1), ("▸", 1), ("👍🏽", 2),
    ])
  func width(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test("Truncates a long text between characters, with an ellipsis")
  func fit() {
    #expect(DisplayWidth.fit("abcdef", into: 6) == "abcdef")
    #expect(DisplayWidth.fit("abcdef", into: 5) == "abcd…")
    #expect(DisplayWidth.fit("서울특별시", into: 6) == "서울…")
    #expect(DisplayWidth.fit("서울특별시", into: 5) == "서울…")
    #expect(DisplayWidth.fit("서울", into: 1) == "…")
    #expect(DisplayWidth.fit("서울", into: 0) == "")
    #expect(DisplayWidth.fit("e\u{301}e\u{301}e\u{301}", into: 2) == "e\u{301}…")
    #expect(DisplayWidth.pad("서", to: 5) == "서   ")
    #expect(DisplayWidth.pad("서울특", to: 5) == "서울…")
    #expect(DisplayWidth.pad("서울특", to: 4) == "서… ")
  }

  @Test(
    "Truncates the beginning of a long text",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "bcd"), ("서울특별시", 6, "특별시"), ("서울특별시", 5, "별시"),
      ("abc", 0, ""), ("abc", -1, ""), ("", 3, ""), ("e\u{301}e\u{301}", 1, "e\u{301}"),
      ("a\u{7}b", 1, "\u{7}b"),
    ])
  func end(text: String, columns: Int, end: String) {
    #expect(DisplayWidth.end(of: text, into: columns) == end)
  }

  @Test("Measures no more of a long text than its end")
  func measuredEnd() {
    let text = CountedCharacters(String(repeating: "x", count: 10_000))
    #expect(String(DisplayWidth.end(of: text, into: 80)) == String(repeating: "x", count: 80))
    // Those of the result count as well.
    #expect(text.readCount <= 81 + 80)
  }

  @Test("Wraps a text at spaces, and inside a long word")
  func wrapping() {
    #expect(TextWrapping.lines("", width: 5) == [""])
    #expect(TextWrapping.lines("one two three", width: 7) == ["one two", "three"])
    #expect(TextWrapping.lines("abcdefgh ij", width: 3) == ["abc", "def", "gh", "ij"])
    #expect(TextWrapping.lines("서울특별시 환영", width: 5) == ["서울", "특별", "시", "환영"])
    #expect(TextWrapping.lines("a\nb", width: 5) == ["a", "b"])
    #expect(TextWrapping.lines("서울", width: 1) == ["서", "울"])
    #expect(TextWrapping.lines("abcdef gh ijkl", width: 3) == ["abc", "def", "gh", "ijk", "l"])
    #expect(TextWrapping.lines("abe\u{301} cd", width: 3) == ["abe\u{301}", "cd"])
    #expect(TextWrapping.lines("ab", width: 0) == ["a", "b"])
  }
}

/// A text that counts how often its characters are read.
private final class CountedCharacters: BidirectionalCollection {
  private let characters: [Character]
  private(set) var readCount = 0

  init(_ text: String) {
    characters = Array(text)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { characters.count }
  func index(after index: Int) -> Int { index + 1 }
  func index(before index: Int) -> Int { index - 1 }

  subscript(index: Int) -> Character {
    readCount += 1
    return characters[index]
  }
}
