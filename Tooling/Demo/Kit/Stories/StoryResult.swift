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
