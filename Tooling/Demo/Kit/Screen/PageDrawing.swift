import NavigationRuntime

/// Draws a page of the terminal: the screen, the tree beside it, the last events below.
@MainActor
public struct PageDrawing {
  /// The picture.
  public private(set) var canvas: TextCanvas
  /// Where the cursor is, if a line is being typed.
  public private(set) var cursor: (row: Int, column: Int)?

  private let content: PageContent

  /// The smallest size at which there is something to see.
  static let minimum = (width: 30, height: 12)

  /// Draws a page.
  public init(_ content: PageContent, width: Int, height: Int) {
    self.content = content
    canvas = TextCanvas(width: width, height: height)
    guard width >= Self.minimum.width, height >= Self.minimum.height else {
      let size = "\(Self.minimum.width)×\(Self.minimum.height)"
      let text = "\(size) at least: make the window larger."
      for (row, line) in TextWrapping.lines(text, width: canvas.width).enumerated() {
        canvas.draw(line, row: row, column: 0)
      }
      return
    }
    drawHeader()
    drawFooter()
    if let help = content.help {
      for (index, line) in help.prefix(height - 3).enumerated() {
        canvas.draw(line, row: 1 + index, column: 1)
      }
      return
    }
    let eventCount = min(6, max(2, height / 5))
    let bodyHeight = height - 4 - eventCount
    drawBody(height: bodyHeight)
    drawEvents(row: 1 + bodyHeight, count: eventCount - message.count + 1)
  }

  private mutating func drawHeader() {
    let width = canvas.width
    canvas.fill(" ", row: 0, columns: 0..<width, style: .reverse)
    canvas.draw(
      " \(content.name) · \(content.tree.visibleLeaf.name)", row: 0, column: 0, room: width,
      style: [.reverse, .bold])
    let notes = [
      content.finger.map { "finger down: \($0)" },
      content.waiting.isEmpty ? nil : "held: \(content.waiting.joined(separator: ", "))",
    ]
    let note = notes.compactMap { $0 }.joined(separator: "  ")
    guard !note.isEmpty else { return }
    let text = DisplayWidth.fit(note, into: width / 2 - 1) + " "
    canvas.draw(text, row: 0, column: width - DisplayWidth.of(text), style: .reverse)
  }

  private mutating func drawBody(height: Int) {
    let width = canvas.width
    let hasTree = width >= 64
    let screenWidth = hasTree ? min(56, width * 11 / 20) : width
    canvas.draw(
      ScreenDrawing.canvas(
        of: content.screen, width: screenWidth, height: height, focus: content.focus),
      row: 1, column: 0)
    if hasTree { drawTree(column: screenWidth + 1, height: height) }
  }

  private mutating func drawTree(column: Int, height: Int) {
    let tree = TreeLines(content.tree)
    let room = canvas.width - column
    canvas.draw("Tree", row: 1, column: column + 1, style: .bold)
    let rows = height - 1
    let offset = min(max(0, tree.lines.count - rows), max(0, tree.visible - rows / 2))
    for (row, index) in zip(0..<rows, tree.lines.indices[offset...]) {
      let isVisible = index == tree.visible
      if isVisible { canvas.draw("›", row: 2 + row, column: column, style: .accent) }
      canvas.draw(
        tree.lines[index], row: 2 + row, column: column + 1, room: room - 1,
        style: isVisible ? [.accent, .bold] : [])
    }
  }

  private mutating func drawEvents(row: Int, count: Int) {
    let width = canvas.width
    canvas.fill("─", row: row, columns: 0..<width, style: .dim)
    canvas.draw(" Events ", row: row, column: 1, style: .bold)
    for (offset, event) in content.events.suffix(count).enumerated() {
      let number = String(event.number)
      let row = row + 1 + offset
      canvas.draw(number, row: row, column: max(0, 4 - number.count), style: .dim)
      canvas.draw(
        DisplayWidth.pad(event.kind.rawValue, to: 10), row: row, column: 6,
        style: event.kind == .issue ? .alarm : .dim)
      canvas.draw(event.text, row: row, column: 16, room: width - 16)
    }
  }

  private mutating func drawFooter() {
    let row = canvas.height - 1
    let width = canvas.width
    for (offset, line) in message.reversed().enumerated() {
      canvas.draw(
        line, row: row - 1 - offset, column: 0, room: width,
        style: content.isAlarm ? .alarm : .bold)
    }
    switch content.footer {
    case .keys:
      canvas.draw(keys, row: row, column: 0, room: width, style: .dim)
    case .input(let prompt, let text):
      let start = canvas.draw(prompt, row: row, column: 0, room: width / 2, style: .bold)
      let shown = DisplayWidth.end(of: text, into: width - start - 1)
      cursor = (row, canvas.draw(shown, row: row, column: start))
    }
  }

  /// The message in one row, or a few if there is room for them.
  private var message: [String] {
    let lines = TextWrapping.lines(content.message, width: max(1, canvas.width))
    let most = canvas.height >= 24 ? 3 : 2
    guard lines.count > most else { return lines }
    return lines.prefix(most - 1) + [lines[(most - 1)...].joined(separator: " ")]
  }

  /// The keys that fit into a row; the last one, which quits, does so in every window.
  private var keys: String {
    var hints = keyHints
    while hints.count > 1, DisplayWidth.of(Self.row(hints)) > canvas.width {
      hints.remove(at: hints.count - 2)
    }
    return Self.row(hints)
  }

  private var keyHints: [String] {
    if content.help != nil { return ["Any key goes on."] }
    if content.finger != nil {
      return ["Enter finishes", "Esc cancels", "the gesture", ": command", "? help", "q quit"]
    }
    let isField = content.focus.map { content.screen.elements[$0].kind == .textField } ?? false
    return isField
      ? ["↑↓ choose", "letters type", "Esc back", ": command", "Ctrl-C quit"]
      : ["↑↓ choose", "Enter use", "Esc back", ": command", "? help", "q quit"]
  }

  private static func row(_ hints: [String]) -> String { hints.joined(separator: "  ") }
}
