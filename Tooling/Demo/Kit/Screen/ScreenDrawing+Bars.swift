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
