import Foundation

/// A problem that cannot be returned or thrown.
///
/// An issue states the fact, with its values, and the remedy. It goes through the ``IssueReporter``
/// of the context in which it occurred.
public struct NavigationIssue: Error, Sendable, Equatable {
  /// The kind of a problem.
  ///
  /// Stable; tests compare it.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's name.
    public var rawValue: String

    /// Makes a code.
    ///
    /// - Parameter rawValue: The code's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The severity of an issue, which determines the party that has to act.
  public enum Severity: Sendable, Equatable {
    /// The runtime was misused in a way that cannot work; the app's code should be changed.
    case misuse
    /// The runtime abandoned something: a transition that never ended, work whose owner is gone.
    case abandoned
  }

  /// The kind of the problem.
  public var code: Code
  /// The severity.
  public var severity: Severity
  /// The fact, with its values.
  public var fact: String
  /// The remedy.
  public var advice: String
  /// The file of the call that caused it; `nil` if no single call of the app did.
  public var fileID: String?
  /// The line of the call that caused it; `nil` if no single call of the app did.
  public var line: UInt?

  /// Makes an issue.
  ///
  /// - Parameters:
  ///   - code: The kind of the problem.
  ///   - severity: The severity.
  ///   - fact: The fact, with its values.
  ///   - advice: The remedy.
  ///   - fileID: The file of the call that caused it; by default that of this call.
  ///   - line: The line of the call that caused it; by default that of this call.
  public init(
    code: Code,
    severity: Severity = .misuse,
    fact: String,
    advice: String,
    fileID: String? = #fileID,
    line: UInt? = #line
  ) {
    self.code = code
    self.severity = severity
    self.fact = fact
    self.advice = advice
    self.fileID = fileID
    self.line = line
  }

  /// Makes an issue at a call's location, never at the library's own.
  package init(
    code: Code, severity: Severity = .misuse, fact: String, advice: String, at site: CallSite?
  ) {
    self.init(
      code: code, severity: severity, fact: fact, advice: advice, fileID: site?.fileID,
      line: site?.line)
  }
}

extension NavigationIssue: CustomStringConvertible {
  /// The call, if it is known, the fact and the advice in one line.
  public var description: String {
    let call = fileID.map { file in "\(file):\(line.map { "\($0): " } ?? " ")" } ?? ""
    return "\(call)\(fact) \(advice) [\(code.rawValue)]"
  }
}

/// The funnel through which a context reports its issues.
///
/// By default each issue is written to standard error, in one line. An app replaces ``handler`` to
/// log or to trap; a test replaces it to assert the reports:
///
/// ```swift
/// var issues: [NavigationIssue] = []
/// context.issues.handler = { issues.append($0) }
/// ```
///
/// A context has a reporter of its own, with the handler of the one that was passed to it, so
/// contexts may share a reporter: an issue is in the trace of its context only. An issue that the
/// app reports by the shared one is in the traces of all of them.
@MainActor
public final class IssueReporter {
  /// Called with each issue, on the main actor, synchronously with the report.
  ///
  /// Contexts that share a reporter share the handler, and each of them can replace it.
  public var handler: @MainActor (NavigationIssue) -> Void {
    get { shared?.handler ?? ownHandler }
    set {
      if let shared { return shared.handler = newValue }
      // Released after the access: objects that only the old one retains may report in `deinit`.
      let old = ownHandler
      ownHandler = newValue
      withExtendedLifetime(old) {}
    }
  }
  private var ownHandler: @MainActor (NavigationIssue) -> Void
  /// The reporter that was passed to the context; `nil` for a reporter without a context.
  private let shared: IssueReporter?
  /// The reporters of the contexts to which this one was passed.
  private var parts = WeakList<IssueReporter>()
  package internal(set) weak var trace: NavigationTrace?

  /// Makes a reporter.
  ///
  /// - Parameter handler: Called with each issue.
  public init(
    handler: @escaping @MainActor (NavigationIssue) -> Void = IssueReporter.writeToStandardError
  ) {
    ownHandler = handler
    shared = nil
  }

  /// Makes the reporter of a context, with the handler of another one, perhaps of another context.
  init(ofContextWith reporter: IssueReporter) {
    let shared = reporter.shared ?? reporter
    self.shared = shared
    ownHandler = { _ in }
    shared.parts.append(self)
  }

  /// Reports an issue.
  ///
  /// - Parameter issue: The issue.
  public func report(_ issue: NavigationIssue) {
    for reporter in [self] + parts.objects { reporter.trace?.issueWasReported(issue) }
    handler(issue)
  }

  /// Writes an issue to standard error, in one line.
  ///
  /// - Parameter issue: The issue.
  public nonisolated static func writeToStandardError(_ issue: NavigationIssue) {
    try? FileHandle.standardError.write(contentsOf: Data("navigation: \(issue)\n".utf8))
  }
}

/// The source location of a call.
package struct CallSite: Sendable, Equatable {
  let fileID: String
  let line: UInt?

  package init(_ fileID: String, _ line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// Makes a location, if the call's file is known.
  init?(_ fileID: String?, _ line: UInt?) {
    guard let fileID else { return nil }
    self.fileID = fileID
    self.line = line
  }
}
