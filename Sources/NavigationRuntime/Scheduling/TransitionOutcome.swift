/// The outcome of a requested transition.
///
/// Every request has exactly one outcome, even when the platform ignores the call.
public enum TransitionOutcome: Sendable, Equatable {
  /// The platform has performed it, and it has ended, animation included.
  case performed
  /// The requested state was on screen already; nothing was done.
  case alreadyThere
  /// It was not performed, and nothing has changed; after ``TransitionRefusal/Code/neverEnded`` the
  /// screen may have.
  case refused(TransitionRefusal)
  /// A later request of the same kind superseded it before it began.
  case superseded
  /// It began, and the user stopped it.
  case interruptedByUser
}

extension TransitionOutcome: CustomStringConvertible {
  /// The outcome in words, with the reason of a refusal.
  public var description: String {
    switch self {
    case .performed: "performed"
    case .alreadyThere: "already there"
    case .refused(let refusal): "refused: \(refusal)"
    case .superseded: "superseded by a later request"
    case .interruptedByUser: "interrupted by the user"
    }
  }
}

/// The reason why a transition was not performed.
public struct TransitionRefusal: Error, Sendable, Equatable {
  /// The kinds of refusal.
  public enum Code: String, Sendable {
    /// The object on whose behalf it was requested was released before its turn came.
    case ownerGone
    /// Its scheduler was released, with its window or the context, before it ended.
    case schedulerGone
    /// It was cancelled before it began.
    case cancelled
    /// It began and never ended; the watchdog gave it up.
    case neverEnded
    /// The platform accepted the call and did nothing.
    case ignoredByPlatform
    /// The container or the controller is not in the tree (any more).
    case notInTree
    /// The controller to show is in the tree already, in another slot.
    case alreadyInTree
    /// The presenter presents another controller.
    case alreadyPresenting
    /// A pop would remove the root of a stack.
    case belowRoot
    /// There is no tab or page with this index.
    case indexOutOfRange
    /// A container cannot contain or present itself or its own container.
    case cycle
    /// This kind of container cannot do this.
    case unsupported
    /// SwiftUI derives the contents of the container from its state.
    case managedBySwiftUI
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

  /// Refusals of one kind are equal, whatever their texts.
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

  static func schedulerGone(_ name: String) -> Self {
    .init(.schedulerGone, "‘\(name)’ had not ended when its scheduler was released.")
  }

  static func cancelled(_ name: String) -> Self {
    .init(.cancelled, "‘\(name)’ was cancelled before it began.")
  }

  static func neverEnded(_ name: String) -> Self {
    .init(.neverEnded, "‘\(name)’ began and never ended; the watchdog gave it up.")
  }

  @MainActor
  static func wrongPlatform(
    _ operation: NavigationOperation, _ container: any NavigationContainer
  ) -> Self {
    .init(
      .unsupported, operation, on: container,
      "\(type(of: container)) cannot do this, or not with a controller of another platform.")
  }

  /// Makes the refusal of an operation, with the obstacle.
  @MainActor
  init(
    _ code: Code, _ operation: NavigationOperation, on container: any NavigationContainer,
    _ obstacle: String
  ) {
    self.init(code, "\(operation.description) on \(container.label): \(obstacle)")
  }
}
