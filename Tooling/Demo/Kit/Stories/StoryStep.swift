/// What became of a line of a story, and what is on screen after it.
public struct StoryStep: Sendable, Hashable {
  /// The line.
  public var line: StoryLine
  /// What has happened since the line before.
  public var events: [DemoEvent]
  /// The name of what the user looks at.
  public var screen: String
  /// The tree as text, without identifiers.
  public var tree: String
  /// What can be seen, a line for each element.
  public var elements: [String]
  /// What waits for something outside.
  public var waiting: [String]
  /// The gesture of the finger that is on the screen, if one is.
  public var finger: String?
  /// Why the story cannot go on, if it cannot.
  public var failure: StoryFailure?
}
