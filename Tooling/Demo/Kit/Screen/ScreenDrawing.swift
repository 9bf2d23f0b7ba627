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
