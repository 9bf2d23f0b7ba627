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
