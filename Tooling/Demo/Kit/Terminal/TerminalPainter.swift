/// Turns pictures into the output for a terminal, row by row, with only the changed rows.
public struct TerminalPainter: Sendable {
  private let usesColor: Bool
  private var shown: TextCanvas?

  /// The sequence that takes over the screen.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  /// The sequence that restores the screen.
  static let leave = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// Makes a painter that has shown nothing.
  ///
  /// - Parameter usesColor: Whether colours may be used beside bold and reverse.
  public init(usesColor: Bool) {
    self.usesColor = usesColor
  }

  /// Forgets the last picture, so that everything is drawn again.
  public mutating func forget() {
    shown = nil
  }

  /// The output that shows a picture.
  ///
  /// - Parameters:
  ///   - canvas: The picture.
  ///   - cursor: Where the cursor is seen, if anywhere.
  /// - Returns: Text and control sequences.
  public mutating func paint(_ canvas: TextCanvas, cursor: (row: Int, column: Int)?) -> String {
    var output = "\u{1B}[?25l"
    let isNew = shown?.width != canvas.width || shown?.height != canvas.height
    if isNew { output += "\u{1B}[0m\u{1B}[2J" }
    for row in 0..<canvas.height where isNew || shown?.rows[row] != canvas.rows[row] {
      output += "\u{1B}[\(row + 1);1H" + text(of: canvas.rows[row])
    }
    if let cursor { output += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
    shown = canvas
    return output
  }

  private func text(of row: [TextCanvas.Cell]) -> String {
    var output = ""
    var style: TextStyle = []
    let end = (row.lastIndex { $0 != TextCanvas.Cell() } ?? -1) + 1
    for (column, cell) in row[..<end].enumerated() {
      if cell.style != style {
        output += "\u{1B}[\(codes(cell.style))m"
        style = cell.style
      }
      output += cell.text
      // Terminals disagree about the width of such characters, so the position of the next one is
      // sent.
      if cell.text.unicodeScalars.count > 1 {
        output += "\u{1B}[\(column + 1 + DisplayWidth.of(cell.text))G"
      }
    }
    if !style.isEmpty { output += "\u{1B}[0m" }
    return end == row.count ? output : output + "\u{1B}[K"
  }

  private func codes(_ style: TextStyle) -> String {
    var codes = ["0"]
    if style.contains(.bold) { codes.append("1") }
    if style.contains(.reverse) { codes.append("7") }
    if usesColor {
      if style.contains(.dim) { codes.append("2") }
      if style.contains(.accent) { codes.append("36") }
      if style.contains(.alarm) { codes.append("31") }
    }
    return codes.joined(separator: ";")
  }
}
