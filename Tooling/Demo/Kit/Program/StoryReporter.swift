import Foundation
import NavigationRuntime

/// Reports a story while it is being played.
@MainActor
public protocol StoryReporter {
  /// The text to print before the first line.
  mutating func begin(_ story: Story, on app: any DemoApplication) -> String
  /// The text to print after a line.
  mutating func tell(_ step: StoryStep, on app: any DemoApplication) -> String
  /// The text to print at the end.
  func end(_ result: StoryResult, on app: any DemoApplication) -> String
}

/// Reports a story that is being played as text, for people.
@MainActor
public struct StoryTranscript: StoryReporter {
  /// How wide the text is.
  static let width = 80

  private let showsScreens: Bool
  private var moveCount = 0
  private var shownTree = ""

  /// Makes a transcript.
  ///
  /// - Parameter showsScreens: Whether to show a picture of the screen after each move.
  public init(showsScreens: Bool = false) {
    self.showsScreens = showsScreens
  }

  /// The story's name, and the screen.
  public mutating func begin(_ story: Story, on app: any DemoApplication) -> String {
    "\(story.name) (\(app.name))\n" + picture(of: app)
  }

  /// A move with the screen after it, or a mark for an expectation that held.
  public mutating func tell(_ step: StoryStep, on app: any DemoApplication) -> String {
    let mark = step.failure == nil ? "✓" : "✗"
    switch step.line.command {
    case .say(let text):
      return "\n" + TextWrapping.lines(text, width: Self.width).joined(separator: "\n") + "\n"
    case .expect, .cannot: return "      \(mark) \(step.line.text)\n"
    case .move:
      moveCount += 1
      let number = String(moveCount)
      let indentation = String(repeating: " ", count: max(0, 3 - number.count))
      let head = "\n\(indentation)\(number)  \(step.line.text)\n"
      if step.failure != nil { return head + "      ✗ this was not possible\n" }
      let finger = step.finger.map { "      (a finger is on the screen: \($0))\n" }
      return head + (finger ?? "") + picture(of: app)
    }
  }

  /// The end of the story, or the expectation that failed with the actual screen.
  public func end(_ result: StoryResult, on app: any DemoApplication) -> String {
    guard let failure = result.failure else { return "\nThe story is complete.\n" }
    let content = ScreenContent(app.window)
    let screen = ScreenDrawing.canvas(of: content, width: 50, height: 18).lines
    return """

      The story is not complete.

      \(failure)

      On screen was:

      \(screen.joined(separator: "\n"))

      \(app.store.tree)

      """
  }

  private mutating func picture(of app: any DemoApplication) -> String {
    let tree = app.store.tree.description
    defer { shownTree = tree }
    let lines = tree.split(separator: "\n").map(String.init)
    guard showsScreens else {
      return tree == shownTree ? "" : lines.map { "      │ \($0)\n" }.joined()
    }
    let screen = ScreenDrawing.canvas(of: ScreenContent(app.window), width: 40, height: 14)
    return (0..<max(lines.count, screen.height)).map { row in
      let left = row < screen.height ? screen.lines[row] : ""
      let right = row < lines.count ? lines[row] : ""
      let line = right.isEmpty ? left : DisplayWidth.pad(left, to: screen.width + 2) + right
      return "      \(line)".trimmingTrailingSpaces + "\n"
    }
    .joined()
  }
}

/// Reports a story that is being played as lines of JSON, for programs.
///
/// Each line is an object with a `type`: `story`, `event`, `move`, `expectation`, `remark`, `end`.
@MainActor
public struct StoryJSON: StoryReporter {
  private let encoder = JSONEncoder()

  /// Makes a reporter.
  public init() {
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// The story's name, and the screen.
  public func begin(_ story: Story, on app: any DemoApplication) -> String {
    line(
      Record(
        type: "story", name: story.name, file: story.file, app: app.name,
        screen: app.store.tree.visibleLeaf.name, tree: Self.lines(app.store.tree.description)))
  }

  /// The events since the line before, and the line with the screen after it.
  public func tell(_ step: StoryStep, on app: any DemoApplication) -> String {
    let events = step.events.map {
      line(Record(type: "event", text: $0.text, number: $0.number, kind: $0.kind.rawValue))
    }
    var record = Record(type: "move", text: step.line.text, line: step.line.number)
    switch step.line.command {
    case .move:
      record.waiting = step.waiting
      record.elements = step.elements
      record.finger = step.finger
    case .cannot, .expect: record.type = "expectation"
    case .say(let text):
      record.type = "remark"
      record.text = text
      return events.joined() + line(record)
    }
    record.holds = step.failure == nil
    record.expected = step.failure?.expected
    record.found = step.failure?.found
    record.hint = step.failure?.hint
    record.screen = step.screen
    record.tree = Self.lines(step.tree)
    return events.joined() + line(record)
  }

  /// Whether the story is complete.
  public func end(_ result: StoryResult, on app: any DemoApplication) -> String {
    line(
      Record(
        type: "end", line: result.failure?.line, holds: result.isComplete,
        moves: result.moveCount, expectations: result.expectationCount))
  }

  private struct Record: Encodable {
    var type: String
    var name: String?
    var file: String?
    var app: String?
    var text: String?
    var line: Int?
    var number: Int?
    var kind: String?
    var holds: Bool?
    var expected: String?
    var found: String?
    var hint: String?
    var screen: String?
    var tree: [String]?
    var elements: [String]?
    var waiting: [String]?
    var finger: String?
    var moves: Int?
    var expectations: Int?
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  private func line(_ record: Record) -> String {
    guard let data = try? encoder.encode(record) else { return "" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
