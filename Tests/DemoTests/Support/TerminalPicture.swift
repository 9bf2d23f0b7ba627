import DemoKit

/// The picture on a terminal after some bytes, as far as the tests need one.
struct TerminalPicture {
  private(set) var rows: [[String]]
  /// Whether the alternate screen replaces the shell's.
  private(set) var isOtherScreen = false
  private(set) var isCursorVisible = true
  /// Sequences that this terminal does not support.
  private(set) var unknown: [String] = []
  private let width: Int
  private let height: Int
  private var row = 0
  private var column = 0

  init(of bytes: [UInt8], width: Int, height: Int) {
    self.width = width
    self.height = height
    rows = Array(repeating: Array(repeating: " ", count: width), count: height)
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let character = rest.popFirst() {
      if character == "\u{1B}" { control(&rest) } else { put(character) }
    }
  }

  /// The rows without trailing spaces.
  var text: String {
    rows.map { row in
      var line = row.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
    .joined(separator: "\n")
  }

  private mutating func put(_ character: Character) {
    let needed = DisplayWidth.of(character)
    guard needed > 0 else {
      unknown.append("\(character.unicodeScalars)")
      return
    }
    guard row < height, column + needed <= width else {
      unknown.append("\(character) outside")
      return
    }
    rows[row][column] = String(character)
    if needed == 2 { rows[row][column + 1] = "" }
    column += needed
  }

  private mutating func control(_ rest: inout Substring) {
    guard rest.popFirst() == "[" else {
      unknown.append("escape")
      return
    }
    let parameters = rest.prefix { !$0.isLetter }
    rest = rest.dropFirst(parameters.count)
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    switch (rest.popFirst(), parameters) {
    case ("H", _):
      row = (numbers.first ?? 1) - 1
      column = (numbers.last ?? 1) - 1
    case ("G", _): column = (numbers.first ?? 1) - 1
    case ("J", "2"): rows = Array(repeating: Array(repeating: " ", count: width), count: height)
    case ("K", ""):
      // Skips rows that only a larger terminal has.
      guard rows.indices.contains(row), column < width else { return }
      for index in column..<width { rows[row][index] = " " }
    case ("m", _): break
    case ("h", "?1049"): isOtherScreen = true
    case ("l", "?1049"): isOtherScreen = false
    case ("h", "?25"): isCursorVisible = true
    case ("l", "?25"): isCursorVisible = false
    case (let final, _): unknown.append("\(parameters)\(final.map(String.init) ?? "")")
    }
  }
}
