/// An error for a simulated touch that was not possible, with the possible ones.
public struct HeadlessTouchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason.
  public enum Code: String, Sendable, CaseIterable {
    /// No reachable element has that text or name.
    case notFound
    /// The element cannot be used now.
    case notUsable
    /// More than one element has that text.
    case ambiguous
    /// A transition runs, during which the screen accepts no touches.
    case transitionRunning
  }

  /// The reason.
  public let code: Code
  /// The attempt, the reason, and the possible touches.
  public let text: String
  /// The texts or names of the elements that could be used in the same way.
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
