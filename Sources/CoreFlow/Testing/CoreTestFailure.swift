/// What happens with a failure that nobody asks for.
public enum CoreTestFailure {
  /// Writes the failure to standard error and stops the process.
  ///
  /// - Parameter issue: The failure.
  @Sendable
  public static func stop(_ issue: NavigationIssue) {
    // An optimised build leaves the text of a trap out.
    IssueReporter.writeToStandardError(issue)
    preconditionFailure("\(issue)")
  }
}
