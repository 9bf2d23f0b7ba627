/// Everything in a story that cannot be understood.
public struct StoryProblems: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problems, by line; there is at least one.
  public var problems: [StoryProblem]

  /// One line for each problem.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
