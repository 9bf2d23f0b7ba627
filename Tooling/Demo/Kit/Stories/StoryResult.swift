/// The result of a story.
public struct StoryResult: Sendable, Hashable {
  /// How many lines made a move, the last of them perhaps in vain.
  public var moveCount = 0
  /// How many expectations were checked.
  public var expectationCount = 0
  /// The failure that ended the story early, if there is one.
  public var failure: StoryFailure?

  /// Whether the story came to its end.
  public var isComplete: Bool { failure == nil }

  mutating func count(_ step: StoryStep) {
    switch step.line.command {
    case .move: moveCount += 1
    case .cannot, .expect: expectationCount += 1
    case .say: break
    }
    failure = failure ?? step.failure
  }
}

/// A failed line of a story, with the expected and the actual screen.
public struct StoryFailure: Sendable, Hashable, CustomStringConvertible {
  /// The story's file.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The text of the line.
  public var text: String
  /// The expectation of the line.
  public var expected: String
  /// The actual state.
  public var found: String
  /// A suggestion.
  public var hint: String?

  /// The expected and the actual state, by file and line.
  public var description: String {
    var lines = ["\(file):\(line): \(text)"]
    lines += Self.paragraph("expected", expected)
    lines += Self.paragraph("found", found)
    if let hint { lines += Self.paragraph("hint", hint) }
    return lines.joined(separator: "\n")
  }

  /// The expected and the actual state, without the line.
  var message: String {
    "Expected \(expected), found \(found)" + (hint.map { " – \($0)" } ?? "")
  }

  private static func paragraph(_ word: String, _ text: String) -> [String] {
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let label = "  \(word):" + String(repeating: " ", count: max(1, 9 - word.count))
    guard rows.count > 1 else { return [label + text] }
    return ["  \(word):"] + rows.map { "    \($0)" }
  }
}

/// The expected and the actual state, without a line.
struct StoryMiss: Error {
  var expected: String
  var found: String
  var hint: String?

  init(_ expected: String, found: String, hint: String? = nil) {
    self.expected = expected
    self.found = found
    self.hint = hint
  }
}

/// A fault in a line whose number is not known yet.
struct StoryFault: Error {
  var text: String
  var hint: String?
}

/// Something in a story that cannot be understood.
public struct StoryProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The fault.
  public var text: String
  /// A suggestion.
  public var hint: String?

  /// Makes a problem.
  public init(file: String, line: Int, text: String, hint: String? = nil) {
    self.file = file
    self.line = line
    self.text = text
    self.hint = hint
  }

  /// File, line, fault and suggestion, in one line.
  public var description: String {
    "\(file):\(line): \(message)"
  }

  /// The fault and the suggestion.
  public var message: String {
    hint.map { "\(text) \($0)" } ?? text
  }
}

/// Everything in a story that cannot be understood.
public struct StoryProblems: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems, by line; there is at least one.
  public var problems: [StoryProblem]

  /// One line for each problem.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
