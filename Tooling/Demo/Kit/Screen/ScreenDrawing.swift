import NavigationRuntime

/// Draws the content of an app's screen into a rectangle of text.
@MainActor
public struct ScreenDrawing {
  /// A line of the content, and the element it belongs to.
  struct Line {
    var text: String
    var element: Int?
    var style: TextStyle = []
    /// The text at the right end.
    var detail = ""
    var isCentered = false
  }

  let content: ScreenContent
  /// The index of the element that the next key uses, if any.
  let focus: Int?
  var canvas: TextCanvas

  /// Draws a screen.
  ///
  /// - Parameters:
  ///   - content: The content of the screen.
  ///   - width: How many columns it gets, its frame included.
  ///   - height: How many rows it gets, its frame included.
  ///   - focus: The index of the element that the next key uses.
  /// - Returns: The picture.
  public static func canvas(
    of content: ScreenContent, width: Int, height: Int, focus: Int? = nil
  ) -> TextCanvas {
    var drawing = ScreenDrawing(
      content: content, focus: focus, canvas: TextCanvas(width: width, height: height))
    drawing.draw()
    return drawing.canvas
  }

  private mutating func draw() {
    let whole = Frame(top: 0, left: 0, width: canvas.width, height: canvas.height)
    guard whole.width >= 20, whole.height >= 6 else { return }
    draw(whole)
    switch content.presentation {
    case .full: drawScreen(in: whole)
    case .sheet:
      shade(whole)
      let sheet = Frame(
        top: 2, left: 2, width: whole.width - 4, height: whole.height - 2, isOpenBelow: true)
      draw(sheet)
      canvas.fill("─", row: whole.bottom, columns: 1..<(whole.width - 1))
      drawScreen(in: sheet)
    case .alert:
      shade(whole)
      drawAlert(in: whole)
    }
  }

  /// Bars above, content in between, tabs below.
  private mutating func drawScreen(in frame: Frame) {
    var top = frame.top + 1
    for bar in content.bars {
      drawBar(bar, row: top, in: frame)
      rule(row: top + 1, in: frame)
      top += 2
    }
    var bottom = frame.bottom
    if !content.tabs.isEmpty {
      drawTabs(row: bottom - 1, in: frame)
      rule(row: bottom - 2, in: frame)
      bottom -= 2
    }
    drawLines(lines(content.body, width: frame.inner), rows: top..<max(top, bottom), in: frame)
  }

  private mutating func drawAlert(in whole: Frame) {
    let width = min(whole.width - 6, 40)
    let lines = alertLines(width: width - 4)
    let height = min(lines.count + 2, whole.height - 2)
    let frame = Frame(
      top: (whole.height - height) / 2, left: (whole.width - width) / 2, width: width,
      height: height)
    for row in frame.top...frame.bottom {
      canvas.fill(" ", row: row, columns: frame.left..<(frame.left + width))
    }
    draw(frame)
    drawLines(lines, rows: (frame.top + 1)..<frame.bottom, in: frame)
  }
}

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

extension ScreenDrawing {
  /// The back button and buttons on the left, the title in the middle, buttons on the right.
  mutating func drawBar(_ bar: Range<Int>, row: Int, in frame: Frame) {
    let title = bar.first { content.elements[$0].kind == .title }
    let left = bar.filter { index in
      title.map { index < $0 } ?? (content.elements[index].kind == .backButton)
    }
    let right = bar.filter { $0 != title && !left.contains($0) }
    var column = frame.left + 1
    let half = frame.inner / 2
    for index in left {
      let room = min(frame.right - 1 - column, max(4, half / max(1, left.count) - 2))
      column = drawItem(index, row: row, column: column, room: room) + 1
    }
    var end = frame.right
    for index in right.reversed() {
      let text = label(index, room: max(4, half / right.count - 2))
      end -= DisplayWidth.of(text) + 1
      guard end > column else { break }
      drawItem(index, row: row, column: end - 1, room: DisplayWidth.of(text))
    }
    guard let title else { return }
    let text = DisplayWidth.fit(content.elements[title].text, into: max(0, end - column - 2))
    let middle = frame.left + (frame.width - DisplayWidth.of(text)) / 2
    let start = max(column + 1, min(middle, end - 1 - DisplayWidth.of(text)))
    canvas.draw(text, row: row, column: start, style: .bold)
  }

  /// The tabs beside each other, the selected one in brackets.
  mutating func drawTabs(row: Int, in frame: Frame) {
    let tabs = Array(content.tabs)
    let room = (frame.width - 2) / max(1, tabs.count)
    for (position, index) in tabs.enumerated() {
      let text = label(index, room: max(1, room - 2))
      let left = frame.left + 1 + position * room
      let column = left + max(0, (room - DisplayWidth.of(text) - 1) / 2)
      drawItem(index, row: row, column: column, room: room - 2)
    }
  }

  /// Draws something to tap, with a mark in front of it if it has the focus.
  ///
  /// - Returns: The column after it.
  @discardableResult
  private mutating func drawItem(_ index: Int, row: Int, column: Int, room: Int) -> Int {
    let isFocused = index == focus
    let element = content.elements[index]
    var style: TextStyle = element.isEnabled ? .accent : .dim
    if element.isSelected { style.insert(.bold) }
    if isFocused {
      canvas.draw("▸", row: row, column: column, style: .accent)
      style.insert(.reverse)
    }
    return canvas.draw(
      label(index, room: room), row: row, column: column + 1, room: room, style: style)
  }

  /// An element of a bar as text that fits into some columns.
  private func label(_ index: Int, room: Int) -> String {
    let element = content.elements[index]
    switch element.kind {
    case .backButton: return DisplayWidth.fit("‹ \(element.text)", into: room)
    case .tab where element.isSelected: return "[\(DisplayWidth.fit(element.text, into: room - 2))]"
    default:
      return element.isEnabled
        ? DisplayWidth.fit(element.text, into: room)
        : "(\(DisplayWidth.fit(element.text, into: room - 2)))"
    }
  }
}

extension ScreenDrawing {
  /// The content as lines.
  func lines(_ range: Range<Int>, width: Int) -> [Line] {
    let names = range.filter { content.elements[$0].kind == .textField }
      .map { DisplayWidth.of(content.elements[$0].name) }
    let nameWidth = min(names.max() ?? 0, width / 2)
    return range.flatMap { lines(at: $0, width: width, nameWidth: nameWidth) }
  }

  /// Title, text, fields, and the buttons beside each other if there is room for them.
  func alertLines(width: Int) -> [Line] {
    let indices = content.elements.indices
    let buttons = indices.filter { content.elements[$0].kind == .alertButton }
    var lines = lines(indices.lowerBound..<(buttons.first ?? indices.upperBound), width: width)
    for index in lines.indices where lines[index].element == nil {
      lines[index].isCentered = true
    }
    if !lines.isEmpty, !buttons.isEmpty { lines.append(Line(text: "")) }
    return lines + buttons.flatMap { self.lines(at: $0, width: width, nameWidth: 0) }
  }

  private func lines(at index: Int, width: Int, nameWidth: Int) -> [Line] {
    let element = content.elements[index]
    let style: TextStyle = element.isEnabled ? .accent : .dim
    switch element.kind {
    case .title:
      return TextWrapping.lines(element.text, width: width).map { Line(text: $0, style: .bold) }
    case .label:
      return TextWrapping.lines(element.text, width: width).map { Line(text: $0) }
    case .button, .alertButton, .barButton, .backButton, .tab:
      let text = element.isEnabled ? "[ \(element.text) ]" : "( \(element.text) )"
      return [Line(text: text, element: index, style: style)]
    case .textField:
      return [field(element, index, width: width, nameWidth: nameWidth, style: style)]
    case .toggle:
      let state = element.isSelected ? "on " : "off"
      return [Line(text: "[\(state)] \(element.text)", element: index, style: style)]
    case .row:
      return [
        Line(text: "› \(element.text)", element: index, style: style, detail: element.detail ?? "")
      ]
    }
  }

  /// The field's name, and what it reads; the room that is left in it is underlined.
  private func field(
    _ element: DemoElement, _ index: Int, width: Int, nameWidth: Int, style: TextStyle
  ) -> Line {
    let name = DisplayWidth.pad(element.name, to: nameWidth)
    let room = max(3, width - nameWidth - 3)
    var text = element.text
    if element.isPlaceholder { text = text == element.name ? "" : "(\(text))" }
    let shown = DisplayWidth.fit(text, into: room)
    let rest = String(repeating: "_", count: room - DisplayWidth.of(shown))
    return Line(text: "\(name) [\(shown)\(rest)]", element: index, style: style)
  }
}

/// A tree as lines, with the line of the visible leaf.
struct TreeLines {
  /// A line for each node.
  let lines: [String]
  /// The line of the visible leaf.
  let visible: Int

  init(_ tree: NavigationTree) {
    lines = tree.description.split(separator: "\n").map(String.init)
    let leaf = tree.visibleLeaf.id
    var nodes: [NavigationNodeID] = []
    Self.collect(tree.root, into: &nodes)
    visible = nodes.firstIndex(of: leaf) ?? 0
  }

  /// In the order of the lines: a node, its children, its modals.
  private static func collect(_ node: NavigationTree.Node, into nodes: inout [NavigationNodeID]) {
    nodes.append(node.id)
    for child in node.children + node.modals { collect(child, into: &nodes) }
  }
}
