/// What a line of a story asks for.
public enum StoryCommand: Sendable, Hashable {
  /// Makes a move.
  case move(StoryMove)
  /// Tries a move that must be impossible.
  case cannot(StoryMove)
  /// Looks whether something is so.
  case expect(StoryExpectation)
  /// Tells the reader something.
  case say(String)
}
