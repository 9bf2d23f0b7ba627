/// The result of a line of a story, and the screen after it.
public struct StoryStep: Sendable, Hashable {
  /// The line.
  public var line: StoryLine
  /// The events since the line before.
  public var events: [DemoEvent]
  /// The name of the visible leaf.
  public var screen: String
  /// The tree as text, without identifiers.
  public var tree: String
  /// The visible elements, a line for each.
  public var elements: [String]
  /// The things that wait for something outside.
  public var waiting: [String]
  /// The gesture of the finger that is on the screen, if one is.
  public var finger: String?
  /// The failure that ends the story, if there is one.
  public var failure: StoryFailure?
}
