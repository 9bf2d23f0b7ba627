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
