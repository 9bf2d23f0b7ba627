import DemoKit
import Testing

struct TerminalKeyParserTests {
  private func keys(_ text: String) -> [TerminalKey] {
    var parser = TerminalKeyParser()
    return parser.feed(text.utf8) + parser.flush()
  }

  @Test("Distinguishes text, control keys and arrows")
  func keys() {
    #expect(keys("aé서👍") == [.text("a"), .text("é"), .text("서"), .text("👍")])
    #expect(keys("\r\n\t\u{7F}\u{8}") == [.enter, .enter, .tab, .backspace, .backspace])
    #expect(keys("\u{3}\u{4}\u{C}\u{1}\u{0}") == [.interrupt, .endOfInput, .redraw])
    #expect(
      keys("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D\u{1B}[Z") == [.up, .down, .right, .left, .backTab])
    #expect(keys("\u{1B}OA\u{1B}OB\u{1B}OM\u{1B}[H\u{1B}[4~") == [.up, .down, .enter, .home, .end])
    #expect(keys("\u{1B}[1;5A") == [.up])
  }

  @Test("A lone Escape is a key when nothing follows")
  func escape() {
    var parser = TerminalKeyParser()
    #expect(parser.feed([0x1B]) == [])
    #expect(parser.isWaiting)
    #expect(parser.flush() == [.escape])
    #expect(!parser.isWaiting)
    #expect(keys("\u{1B}\u{1B}") == [.escape, .escape])
    #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
  }

  @Test("Parses a sequence alike however it is split")
  func splitting() {
    let text = "a서\u{1B}[A👍\u{1B}[1;5B\u{1B}OCé\u{1B}[4~\u{1B}x\u{1B}서z"
    let bytes = Array(text.utf8)
    let whole = keys(text)
    #expect(
      whole == [
        .text("a"), .text("서"), .up, .text("👍"), .down, .right, .text("é"), .end, .text("z"),
      ])
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var parser = TerminalKeyParser()
        let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(parts.flatMap { parser.feed($0) } == whole, "split at \(first) and \(second)")
        #expect(!parser.isWaiting)
      }
    }
  }

  @Test("Skips invalid bytes and parses the next ones")
  func nonsense() {
    var parser = TerminalKeyParser()
    #expect(parser.feed([0xFF, 0xC0, 0x80, 0x61]) == [.text("a")])
    #expect(parser.feed([0xE2, 0x41]) == [.text("A")])
    #expect(parser.feed([0xED, 0xA0, 0x80, 0x62]) == [.text("b")])
    #expect(parser.feed(Array("\u{1B}[200~x\u{1B}[99q".utf8)) == [.text("x")])
    #expect(parser.feed([0x1B, 0x5B, 0x31, 0x1B, 0x5B, 0x41]) == [.up])
    #expect(parser.feed([0x1B, 0x5B] + Array(repeating: 0x31, count: 40)) == [])
    #expect(!parser.isWaiting)
  }

  @Test("Accepts any bytes")
  func anything() {
    var parser = TerminalKeyParser()
    var number: UInt64 = 3
    for _ in 0..<20_000 {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let byte = UInt8(truncatingIfNeeded: number >> 40)
      _ = parser.feed([number >> 60 == 0 ? 0x1B : byte])
    }
    _ = parser.flush()
    #expect(parser.feed([0x61]) == [.text("a")])
  }
}
