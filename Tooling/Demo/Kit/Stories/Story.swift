/// The actions of a user, line by line, and the expected screens.
///
/// ```text
/// story "Kim logs in"
/// type "kim@example.com" into "Email"
/// type "secret" into "Password"
/// tap "Log in"
/// expect screen Dashboard
/// ```
///
/// `Docs/Stories.md` describes the format.
public struct Story: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The file it was read from, as people should see it in messages.
  public var file: String
  /// The lines with a command.
  public var lines: [StoryLine]

  /// Makes a story.
  public init(name: String, file: String, lines: [StoryLine]) {
    self.name = name
    self.file = file
    self.lines = lines
  }

  /// Reads a story.
  ///
  /// - Parameters:
  ///   - text: The story as people write it.
  ///   - file: The file it is from; messages name it.
  /// - Throws: ``StoryProblems`` with everything that is wrong, by file and line.
  public init(parsing text: String, file: String) throws {
    var parser = StoryParser(file: file)
    self = try parser.parse(text)
  }
}
