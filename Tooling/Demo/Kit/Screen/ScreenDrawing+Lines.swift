import NavigationRuntime

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
