import Foundation

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
