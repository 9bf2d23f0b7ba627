import DemoKit
import Testing

struct TextCanvasTests {
  @Test("Clips a long text, and never halves a wide character")
  func clipping() {
    var canvas = TextCanvas(width: 6, height: 2)
    #expect(canvas.draw("서울", row: 0, column: 1) == 5)
    #expect(canvas.draw("abcdefgh", row: 1, column: 2) == 6)
    canvas.draw("gone", row: 2, column: 0)
    canvas.draw("gone", row: -1, column: 0)
    canvas.draw("gone", row: 0, column: -1)
    #expect(canvas.lines == [" 서울", "  abc…"])
    canvas.draw("x", row: 0, column: 2)
    #expect(canvas.lines[0] == "  x울")
    canvas.draw("y", row: 0, column: 3)
    #expect(canvas.lines[0] == "  xy")
  }

  @Test("Skips control characters")
  func controlCharacters() {
    var canvas = TextCanvas(width: 10, height: 1)
    canvas.draw("a\u{1B}[2Jb\u{7}\u{0}", row: 0, column: 0)
    #expect(canvas.lines == ["a[2Jb"])
  }

  @Test("A canvas without a size accepts all drawing and stays empty")
  func empty() {
    var canvas = TextCanvas(width: -1, height: 0)
    canvas.draw("a", row: 0, column: 0)
    canvas.fill("x", row: 0, columns: 0..<5)
    #expect(canvas.lines == [])
  }
}
