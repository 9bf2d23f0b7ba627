import Foundation

/// A picture of the instructions that each benchmark needs for one of its floor's.
struct Chart {
  private let rows: [(name: String, ratio: Double)]

  init(_ table: CountTable) {
    rows = table.rows.compactMap { name, counts in
      guard let instructions = counts.values[.instructions], instructions.floor > 0 else {
        return nil
      }
      return (name, instructions.own / instructions.floor)
    }
  }

  /// Writes the picture for light and for dark backgrounds.
  func write() throws {
    for isDark in [false, true] {
      try svg(isDark: isDark).write(
        to: Page.docs.appendingPathComponent(
          "Pictures/performance\(isDark ? "~dark" : "").svg"), atomically: true, encoding: .utf8)
    }
  }

  private static let width = 860.0
  private static let zero = 520.0
  private static let step = 20.0
  private static let top = 56.0
  /// The ratios at which a line is drawn, and the width of a factor of ten.
  private static let scale = [1.0, 10, 100]
  private static let decade = 110.0

  private func svg(isDark: Bool) -> String {
    let height = Self.top + Self.step * Double(rows.count) + 16
    let text = isDark ? "#e6edf3" : "#1f2328"
    let quiet = isDark ? "#8b949e" : "#656d76"
    let line = isDark ? "#30363d" : "#d0d7de"
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width.text)" height="\(Int(height))" \
      viewBox="0 0 \(Self.width.text) \(Int(height))" role="img" aria-labelledby="t">
      <title id="t">The instructions of each benchmark for one instruction of its floor.</title>
      <style>
      text { font: 12px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: \(text) }
      .q { fill: \(quiet) } .e { text-anchor: end } .c { text-anchor: middle }
      .b { fill: \(isDark ? "#58a6ff" : "#0969da") } .l { stroke: \(line) }
      </style>
      <rect x="0.5" y="0.5" width="\(Int(Self.width) - 1)" height="\(Int(height) - 1)" rx="8" \
      fill="\(isDark ? "#0d1117" : "#ffffff")" stroke="\(line)"/>
      <text x="20" y="26" class="q">Instructions for one of the floor’s; each line is ten times \
      the one before</text>
      """
    ]
    for ratio in Self.scale {
      let x = Int(position(of: ratio))
      lines.append(
        """
        <line class="l" x1="\(x)" x2="\(x)" y1="\(Int(Self.top) - 4)" y2="\(Int(height) - 12)"/>
        <text x="\(x)" y="\(Int(Self.top) - 8)" class="q c">\(ratio.text)</text>
        """)
    }
    for (index, row) in rows.enumerated() {
      let y = Int(Self.top + Self.step * Double(index))
      let end = position(of: row.ratio)
      let left = Int(min(end, Self.zero))
      let right = Int(max(end, Self.zero))
      lines.append(
        """
        <text x="\(Int(position(of: 0.3)) - 8)" y="\(y + 14)" class="e">\(escaped(row.name))</text>
        <rect class="b" x="\(left)" y="\(y + 4)" width="\(max(2, right - left))" height="12"/>
        <text x="\(right + 6)" y="\(y + 14)">\(row.ratio.text)</text>
        """)
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func position(of ratio: Double) -> Double {
    Self.zero + Self.decade * log10(max(ratio, 0.3))
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
