/// The command of a line of a story.
public enum StoryCommand: Sendable, Hashable {
  /// Makes a move.
  case move(StoryMove)
  /// Tries a move that must be impossible.
  case cannot(StoryMove)
  /// Checks an expectation.
  case expect(StoryExpectation)
  /// A remark for the reader.
  case say(String)
}
