/// Why a person could not do something, and what could have been done instead.
public struct HeadlessTouchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason.
  public enum Code: String, Sendable, CaseIterable {
    /// Nothing with that text or name can be seen.
    case notFound
    /// It is there, and cannot be used now.
    case notUsable
    /// More than one element has that text.
    case ambiguous
    /// A transition runs, during which the screen takes no touches.
    case transitionRunning
  }

  /// The reason.
  public let code: Code
  /// What was tried, why it failed, and what could have been done.
  public let text: String
  /// The texts or names of what could have been used in the same way.
  public let candidates: [String]

  /// The text, with the code in front.
  public var description: String {
    "\(code.rawValue): \(text)"
  }

  init(_ code: Code, _ request: String, candidates: [String] = []) {
    let list = candidates.map { "\"\($0)\"" }.joined(separator: ", ")
    let alternatives = " Possible now: \(list.isEmpty ? "nothing" : list)."
    let reason =
      switch code {
      case .notFound: "no such element can be reached." + alternatives
      case .notUsable: "it is disabled, or is not used in this way." + alternatives
      case .ambiguous:
        "more than one element has that name; give one an accessibilityIdentifier." + alternatives
      case .transitionRunning:
        "a transition runs, during which the screen takes no touches; end it, or the gesture that "
          + "leads it, first."
      }
    self.code = code
    self.candidates = candidates
    text = "\(request) failed: \(reason)"
  }
}
