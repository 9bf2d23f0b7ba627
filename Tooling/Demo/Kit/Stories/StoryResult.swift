/// What became of a story.
public struct StoryResult: Sendable, Hashable {
  /// How many lines made a move, the last of them perhaps in vain.
  public var moveCount = 0
  /// How many expectations were looked at.
  public var expectationCount = 0
  /// Why the story ended early, if it did.
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

/// What a story wanted, and what was there instead.
public struct StoryFailure: Sendable, Hashable, CustomStringConvertible {
  /// The story's file.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// What is written there.
  public var text: String
  /// What the line wants.
  public var expected: String
  /// What was there.
  public var found: String
  /// What may have been meant.
  public var hint: String?

  /// What the line wants and what was there, by file and line.
  public var description: String {
    var lines = ["\(file):\(line): \(text)"]
    lines += Self.paragraph("expected", expected)
    lines += Self.paragraph("found", found)
    if let hint { lines += Self.paragraph("hint", hint) }
    return lines.joined(separator: "\n")
  }

  private static func paragraph(_ word: String, _ text: String) -> [String] {
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let label = "  \(word):" + String(repeating: " ", count: max(1, 9 - word.count))
    guard rows.count > 1 else { return [label + text] }
    return ["  \(word):"] + rows.map { "    \($0)" }
  }
}

/// What was wanted and what was there, wherever it was wanted.
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

/// What is wrong with a line, before it is known which line it is.
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
  /// What is wrong.
  public var text: String
  /// What may have been meant.
  public var hint: String?

  /// Makes a problem.
  public init(file: String, line: Int, text: String, hint: String? = nil) {
    self.file = file
    self.line = line
    self.text = text
    self.hint = hint
  }

  /// File, line, what is wrong and what may have been meant, in one line.
  public var description: String {
    "\(file):\(line): \(message)"
  }

  /// What is wrong and what may have been meant.
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
