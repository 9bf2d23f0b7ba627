extension ScreenDrawing {
  /// A rectangle with a border.
  struct Frame {
    var top: Int
    var left: Int
    var width: Int
    var height: Int
    /// Whether the border of the frame around replaces the lowest row.
    var isOpenBelow = false

    var bottom: Int { top + height - 1 }
    var right: Int { left + width - 1 }
    /// The columns between the border and a space on each side.
    var inner: Int { width - 4 }
  }

  mutating func draw(_ frame: Frame) {
    canvas.draw("┌", row: frame.top, column: frame.left)
    canvas.fill("─", row: frame.top, columns: (frame.left + 1)..<frame.right)
    canvas.draw("┐", row: frame.top, column: frame.right)
    for row in (frame.top + 1)..<frame.bottom {
      canvas.draw("│", row: row, column: frame.left)
      canvas.fill(" ", row: row, columns: (frame.left + 1)..<frame.right)
      canvas.draw("│", row: row, column: frame.right)
    }
    canvas.draw(frame.isOpenBelow ? "┴" : "└", row: frame.bottom, column: frame.left)
    canvas.fill("─", row: frame.bottom, columns: (frame.left + 1)..<frame.right)
    canvas.draw(frame.isOpenBelow ? "┴" : "┘", row: frame.bottom, column: frame.right)
  }

  /// Shows that there is something behind the frontmost screen.
  mutating func shade(_ frame: Frame) {
    for row in (frame.top + 1)..<frame.bottom {
      canvas.fill("░", row: row, columns: (frame.left + 1)..<frame.right, style: .dim)
    }
  }

  mutating func rule(row: Int, in frame: Frame) {
    canvas.draw("├", row: row, column: frame.left)
    canvas.fill("─", row: row, columns: (frame.left + 1)..<frame.right)
    canvas.draw("┤", row: row, column: frame.right)
  }

  /// Draws lines into rows; if there are too many, those around the focus.
  mutating func drawLines(_ lines: [Line], rows: Range<Int>, in frame: Frame) {
    guard !rows.isEmpty else { return }
    let focused = lines.firstIndex { $0.element != nil && $0.element == focus } ?? 0
    let highest = max(0, lines.count - rows.count)
    let offset = min(highest, max(0, focused - rows.count / 2))
    for (row, line) in zip(rows, lines[offset...]) { draw(line, row: row, in: frame) }
    if offset > 0 {
      canvas.draw("↑", row: rows.lowerBound, column: frame.right - 1, style: .dim)
    }
    if offset < highest {
      canvas.draw("↓", row: rows.upperBound - 1, column: frame.right - 1, style: .dim)
    }
  }

  private mutating func draw(_ line: Line, row: Int, in frame: Frame) {
    let isFocused = line.element != nil && line.element == focus
    let left = frame.left + 2
    if isFocused { canvas.draw("▸", row: row, column: left - 1, style: .accent) }
    let style = isFocused ? line.style.union(.reverse) : line.style
    let detail = DisplayWidth.fit(line.detail, into: frame.inner / 2)
    let detailWidth = detail.isEmpty ? 0 : DisplayWidth.of(detail) + 1
    let text = DisplayWidth.fit(line.text, into: frame.inner - detailWidth)
    let indentation = line.isCentered ? (frame.inner - DisplayWidth.of(text)) / 2 : 0
    canvas.draw(text, row: row, column: left + indentation, style: style)
    if !detail.isEmpty {
      canvas.draw(
        detail, row: row, column: left + frame.inner - detailWidth + 1, style: .dim)
    }
  }
}
