/// Why a transition was not performed.
public struct TransitionRefusal: Error, Sendable, Equatable {
  /// The kinds of refusal.
  public enum Code: String, Sendable, CaseIterable {
    /// The object for which it was requested was released before its turn came.
    case ownerGone
    /// It was cancelled before it began.
    case cancelled
    /// It began and never ended; the watchdog gave it up.
    case neverEnded
    /// The platform took the call and did nothing.
    case ignoredByPlatform
    /// The container or the node is not on screen (any more).
    case notOnScreen
    /// The node that should come on screen is there already, somewhere else.
    case alreadyOnScreen
    /// The presenter presents another node.
    case alreadyPresenting
    /// A pop would take the root of a stack away.
    case belowRoot
    /// There is no tab or page with this index.
    case indexOutOfRange
    /// A container cannot contain or present itself or what it is contained in.
    case cycle
    /// This kind of container cannot do this.
    case unsupported
  }

  /// What kind of refusal it is.
  public var code: Code
  /// What was asked, with its values, and what stood against it.
  public var reason: String

  /// Makes a refusal.
  ///
  /// - Parameters:
  ///   - code: What kind of refusal it is.
  ///   - reason: What was asked, with its values, and what stood against it.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Two refusals are equal if they are of one kind; the text is for people.
  public static func == (lhs: TransitionRefusal, rhs: TransitionRefusal) -> Bool {
    lhs.code == rhs.code
  }
}

extension TransitionRefusal: CustomStringConvertible {
  /// The reason, with the code.
  public var description: String { "\(reason) [\(code.rawValue)]" }
}

extension TransitionRefusal {
  static func ownerGone(_ name: String) -> Self {
    .init(.ownerGone, "‘\(name)’ was still waiting when the object that asked for it went away.")
  }

  static func laneGone(_ name: String) -> Self {
    .init(.ownerGone, "‘\(name)’ was still waiting when its lane went away.")
  }

  static func cancelled(_ name: String) -> Self {
    .init(.cancelled, "‘\(name)’ was cancelled before it began.")
  }

  static func neverEnded(_ name: String) -> Self {
    .init(.neverEnded, "‘\(name)’ began and never ended; the watchdog gave it up.")
  }

  @MainActor
  package static func wrongPlatform(
    _ operation: NavigationOperation, _ container: any NavigationContainer
  ) -> Self {
    .init(
      .unsupported,
      "\(operation.description) on \(container.label): \(type(of: container)) cannot do this, or not with "
        + "a controller of another platform.")
  }
}
