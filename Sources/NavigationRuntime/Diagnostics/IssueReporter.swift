import Foundation

/// The funnel through which a context reports its issues.
///
/// By default each issue is written to standard error, in one line. An app replaces ``handler`` to
/// log or to trap; a test replaces it to assert the reports:
///
/// ```swift
/// var issues: [NavigationIssue] = []
/// context.issues.handler = { issues.append($0) }
/// ```
@MainActor
public final class IssueReporter {
  /// Called with each issue, on the main actor, synchronously with the report.
  public var handler: @MainActor (NavigationIssue) -> Void

  /// Makes a reporter.
  ///
  /// - Parameter handler: Called with each issue.
  public init(
    handler: @escaping @MainActor (NavigationIssue) -> Void = IssueReporter.writeToStandardError
  ) {
    self.handler = handler
  }

  /// Reports an issue.
  ///
  /// - Parameter issue: The issue.
  public func report(_ issue: NavigationIssue) {
    handler(issue)
  }

  /// Writes an issue to standard error, in one line.
  ///
  /// - Parameter issue: The issue.
  public nonisolated static func writeToStandardError(_ issue: NavigationIssue) {
    FileHandle.standardError.write(Data("navigation: \(issue)\n".utf8))
  }
}
