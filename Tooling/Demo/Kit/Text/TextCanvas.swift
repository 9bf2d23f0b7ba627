/// A rectangle of characters to draw on; drawing outside of it is cut off.
public struct TextCanvas: Sendable, Hashable {
  /// The content of one column.
  struct Cell: Sendable, Hashable {
    /// The character; empty in the second column of a wide one.
    var text = " "
    var style: TextStyle = []
  }

  /// How many columns there are.
  public let width: Int
  /// How many rows there are.
  public let height: Int
  private(set) var rows: [[Cell]]

  /// Makes an empty canvas; a negative size counts as 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    rows = Array(repeating: Array(repeating: Cell(), count: self.width), count: self.height)
  }

  /// The rows as text, without trailing spaces.
  public var lines: [String] {
    rows.map { $0.map(\.text).joined().trimmingTrailingSpaces }
  }

  /// Draws a text; it is cut with an `…` where the room ends.
  ///
  /// - Parameters:
  ///   - text: The text to draw; characters without a width of their own are left out.
  ///   - row: The row, from 0.
  ///   - column: The first column, from 0; nothing is drawn left of column 0.
  ///   - room: How many columns there are at most.
  ///   - style: How it looks.
  /// - Returns: The column after the text.
  @discardableResult
  public mutating func draw(
    _ text: some StringProtocol, row: Int, column: Int, room: Int = .max, style: TextStyle = []
  ) -> Int {
    guard rows.indices.contains(row), column >= 0 else { return column }
    var column = column
    let room = min(room, width - column)
    for character in DisplayWidth.fit(String(text), into: room) {
      let needed = DisplayWidth.of(character)
      guard needed > 0, column + needed <= width else { continue }
      set(Cell(text: String(character), style: style), row, column)
      if needed == 2 { set(Cell(text: "", style: style), row, column + 1) }
      column += needed
    }
    return column
  }

  /// Fills a part of a row with a character of one column.
  public mutating func fill(
    _ character: Character, row: Int, columns: Range<Int>, style: TextStyle = []
  ) {
    guard rows.indices.contains(row) else { return }
    for column in columns where rows[row].indices.contains(column) {
      set(Cell(text: String(character), style: style), row, column)
    }
  }

  /// Draws another canvas onto this one.
  public mutating func draw(_ other: TextCanvas, row: Int, column: Int) {
    for (index, cells) in other.rows.enumerated() where rows.indices.contains(row + index) {
      for (offset, cell) in cells.enumerated()
      where rows[row + index].indices.contains(column + offset) {
        rows[row + index][column + offset] = cell
      }
    }
  }

  /// Puts a cell in its place; half of a wide character that it covers becomes a space.
  private mutating func set(_ cell: Cell, _ row: Int, _ column: Int) {
    if rows[row][column].text.isEmpty, !cell.text.isEmpty, column > 0 {
      rows[row][column - 1].text = " "
    }
    if column + 1 < width, rows[row][column + 1].text.isEmpty, !cell.text.isEmpty {
      rows[row][column + 1].text = " "
    }
    rows[row][column] = cell
  }
}

/// How a character looks.
public struct TextStyle: OptionSet, Hashable, Sendable {
  /// The bits of the style.
  public let rawValue: UInt8

  /// Makes a style from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Bold.
  public static let bold = TextStyle(rawValue: 1 << 0)
  /// Less visible.
  public static let dim = TextStyle(rawValue: 1 << 1)
  /// Light on dark turned into dark on light.
  public static let reverse = TextStyle(rawValue: 1 << 2)
  /// In the colour of controls.
  public static let accent = TextStyle(rawValue: 1 << 3)
  /// In the colour of errors.
  public static let alarm = TextStyle(rawValue: 1 << 4)
}
