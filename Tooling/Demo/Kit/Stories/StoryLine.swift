/// A line of a story, with the lines of its block if it has one.
public struct StoryLine: Sendable, Hashable {
  /// Where it is in its file, from 1.
  public var number: Int
  /// The text, without indentation, comment and block.
  public var text: String
  /// The command.
  public var command: StoryCommand
  /// Whether it comes before the app has settled from the move before.
  public var isMeanwhile: Bool

  /// Makes a line.
  public init(number: Int, text: String, command: StoryCommand, isMeanwhile: Bool = false) {
    self.number = number
    self.text = text
    self.command = command
    self.isMeanwhile = isMeanwhile
  }
}
