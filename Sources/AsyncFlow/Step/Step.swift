/// A navigation intent.
///
/// View models emit steps, and flows turn them into navigation. A step names an event or a wish; the
/// flow decides how it is presented:
///
/// ```swift
/// enum MovieStep: Step {
///   case movieList
///   case movieDetail(id: Int)
/// }
/// ```
public protocol Step: Sendable {}

/// The step that leads nowhere.
///
/// As a stepper's ``Stepper/initialStep``, it stands for no step. As the result of a flow's `adapt`,
/// it filters the step. Sent, forwarded or navigated to, it reaches no flow; as the hop of a deep link,
/// it ends the link there, as unhandled.
public struct NoneStep: Step, Equatable {
  /// Makes the step.
  public init() {}
}

extension Step {
  // Not `type(of:)`, which asks the runtime for the type of a step in an existential.
  @inline(__always)
  var isNone: Bool { Self.self == NoneStep.self }

  @inline(__always)
  var typeID: ObjectIdentifier { ObjectIdentifier(Self.self) }

  func isValue<Value>(of type: Value.Type) -> Bool { self is Value }

  /// The step as a value of a type that it is known to be of.
  ///
  /// In a generic function, the type of an optional value would be looked up at each call.
  @inline(__always)
  func cast<Value>(to type: Value.Type) -> Value {
    Self.self == type ? unsafeBitCast(self, to: type) : self as! Value
  }

  @inlinable
  func typed<Value>(as type: Value.Type) -> Value? {
    // The common case: the cast would look the types up.
    Self.self == type ? unsafeBitCast(self, to: type) : self as? Value
  }

  /// A value as a step, if it is one; usually of this step's type.
  @inlinable
  func step<Value>(of value: Value) -> (any Step)? {
    Value.self == Self.self ? unsafeBitCast(value, to: Self.self) : value as? any Step
  }
}

extension Step {
  /// Whether two steps are equal; steps that cannot be compared are not.
  func isEqual(to other: any Step) -> Bool {
    (self as? any Equatable)?.equals(other) ?? false
  }

  /// Whether two steps are equal, or look alike if they cannot be compared.
  func isSame(as other: any Step) -> Bool {
    if let step = self as? any Equatable { return step.equals(other) }
    guard type(of: self) == type(of: other) else { return false }
    // The usual step passes unchanged, and a text takes long to make.
    return hasSameBytes(as: other) || String(describing: self) == String(describing: other)
  }

  private func hasSameBytes(as other: any Step) -> Bool {
    guard let other = other.typed(as: Self.self) else { return false }
    return withUnsafeBytes(of: self) { bytes in
      withUnsafeBytes(of: other) { bytes.elementsEqual($0) }
    }
  }
}

extension Equatable {
  fileprivate func equals(_ other: any Step) -> Bool {
    (other as? Self).map { $0 == self } ?? false
  }
}

/// The outcome of a step in one flow.
public enum StepOutcome: Sendable, Equatable {
  /// The flow has handled it, and the transitions it started have ended.
  case handled
  /// The flow does not know it: it is of another type, or the flow answered
  /// ``FlowContributors/unhandled``.
  case unhandled
  /// A flow that takes all types of steps answered ``FlowContributors/none``, which leaves open
  /// whether it knew the step.
  case unknown
  /// The flow's `adapt` stopped it.
  case filtered
  /// It was refused before the flow's `navigate` was called.
  case refused(StepRefusal)
  /// The flow ended while handling it.
  case cancelled
}

extension StepOutcome: CustomStringConvertible {
  /// The outcome in words, with the reason of a refusal.
  public var description: String {
    switch self {
    case .handled: "handled"
    case .unhandled: "unhandled"
    case .unknown: "perhaps handled"
    case .filtered: "filtered by adapt"
    case .refused(let reason): "refused: \(reason)"
    case .cancelled: "cancelled by the end of the flow"
    }
  }
}

/// The reason for which a flow's `navigate` was not called for a step.
public enum StepRefusal: Sendable, Equatable {
  /// Its presentable was hidden, and its contribution's policy is ``HiddenStepPolicy/drop``.
  case hidden
  /// Its presentable was visible at its emission, and was covered before its turn: by a flow and
  /// step, or another cause; `nil` if that is unknown. For a deep link's step, the screen that covers
  /// the flow and refuses to be removed. Also if an earlier step's sheet, alert or popover appeared
  /// over its presentable between its emission and its turn.
  case covered(by: String?)
  /// A later step of the same stepper replaced it while the presentable was hidden.
  case superseded
  /// Its presentable has left the tree.
  case dismissed
  /// Its deep link ended before its turn.
  case linkEnded
  /// Its flow has ended.
  case flowEnded
  /// The coordinator has stopped.
  case stopped
  /// It was forwarded by a flow without a parent.
  case noParent
  /// It was forwarded, and no flow above takes steps of its type.
  case noRecipient
  /// Its flow does not live in this coordinator.
  case notCoordinated
  /// It was awaited by a handler for which its recipient waits; the flows in the order of waiting.
  case mutualWait([String])
  /// It followed from too many others without an external event: 100,000 steps, or 1,000 calls of
  /// `navigate(to:)` that await each other. Or its flow was refused because 1,000 flows, each started by
  /// the one before, were nested above it.
  case endless
}

extension StepRefusal: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .hidden: "its presentable is hidden, and its contribution drops such steps"
    case .covered(let name): "its presentable was covered by \(name ?? "something else")"
    case .linkEnded: "its deep link has ended"
    case .superseded: "a later step of the same stepper replaced it"
    case .dismissed: "its presentable has left the tree"
    case .flowEnded: "the flow has ended"
    case .stopped: "the coordinator has stopped"
    case .noParent: "it was forwarded by a flow without a parent"
    case .noRecipient: "no flow above takes steps of its type"
    case .notCoordinated: "the flow does not live in this coordinator"
    case .mutualWait(let chain):
      "handlers would wait for each other: "
        + chain.joined(separator: " → ")
    case .endless: "it followed from too many others without anything from outside"
    }
  }
}
