/// Something that went wrong and that nobody was there to be told of by a return value.
///
/// An issue says what happened, with which values, and what to do about it. Issues go through
/// the ``IssueReporter`` of the context they happened in.
public struct NavigationIssue: Error, Sendable, Equatable {
  /// What kind of thing went wrong.
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

  /// Who has to act on an issue.
  public enum Severity: Sendable, Equatable {
    /// The runtime was used in a way that cannot work; the app's code should be changed.
    case misuse
    /// The runtime gave something up: a transition that never ended, work whose owner is gone.
    case abandoned
  }

  /// What kind of thing went wrong.
  public var code: Code
  /// Who has to act on it.
  public var severity: Severity
  /// What happened, with the values it happened with.
  public var fact: String
  /// What to do.
  public var advice: String
  /// The file of the call that caused it; `nil` if no single call of the app did.
  public var fileID: String?
  /// The line of the call that caused it; `nil` if no single call of the app did.
  public var line: UInt?

  /// Makes an issue.
  ///
  /// - Parameters:
  ///   - code: What kind of thing went wrong.
  ///   - severity: Who has to act on it.
  ///   - fact: What happened, with the values it happened with.
  ///   - advice: What to do.
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

  /// Makes an issue of the library, which is never the place that caused it.
  package init(
    code: Code, severity: Severity = .misuse, fact: String, advice: String, at site: CallSite?
  ) {
    self.init(
      code: code, severity: severity, fact: fact, advice: advice, fileID: site?.fileID,
      line: site?.line)
  }
}

extension NavigationIssue: CustomStringConvertible {
  /// The call, if one is known, fact and advice in one line.
  public var description: String {
    let call = fileID.map { file in "\(file):\(line.map { "\($0): " } ?? " ")" } ?? ""
    return "\(call)\(fact) \(advice) [\(code.rawValue)]"
  }
}
