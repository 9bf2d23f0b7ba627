/// The reason why a transition was not performed.
public struct TransitionRefusal: Error, Sendable, Equatable {
  /// The kinds of refusal.
  public enum Code: String, Sendable, CaseIterable {
    /// The object on whose behalf it was requested was released before its turn came.
    case ownerGone
    /// It was cancelled before it began.
    case cancelled
    /// It began and never ended; the watchdog gave it up.
    case neverEnded
    /// The platform accepted the call and did nothing.
    case ignoredByPlatform
    /// The container or the node is not on screen (any more).
    case notOnScreen
    /// The node to bring on screen is there already, in another slot.
    case alreadyOnScreen
    /// The presenter presents another node.
    case alreadyPresenting
    /// A pop would remove the root of a stack.
    case belowRoot
    /// There is no tab or page with this index.
    case indexOutOfRange
    /// A container cannot contain or present itself or its own container.
    case cycle
    /// This kind of container cannot do this.
    case unsupported
  }

  /// The kind of refusal.
  public var code: Code
  /// The request with its values, and the obstacle.
  public var reason: String

  /// Makes a refusal.
  ///
  /// - Parameters:
  ///   - code: The kind of refusal.
  ///   - reason: The request with its values, and the obstacle.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Refusals of one kind are equal; the text is for people.
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
    .init(.ownerGone, "‘\(name)’ was still waiting when its owner was released.")
  }

  static func laneGone(_ name: String) -> Self {
    .init(.ownerGone, "‘\(name)’ was still waiting when its scheduler was released.")
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
