/// Why a step never reached a flow.
public enum StepRefusal: Sendable, Equatable {
  /// Its presentable was hidden, and the contribution drops steps then.
  case hidden
  /// Its presentable was visible when it was emitted, and something hid that before its turn: the
  /// flow and step, or what else it was; `nil` if nobody knows. Of a deep link's step, what covers
  /// the flow and does not let itself be taken away.
  case covered(by: String?)
  /// A later step of the same stepper took its place while the presentable was hidden.
  case superseded
  /// Its presentable has left the screen.
  case dismissed
  /// The deep link that it belonged to was over before its turn.
  case linkEnded
  /// The flow that was to handle it has ended.
  case flowEnded
  /// The coordinator has stopped.
  case stopped
  /// It was forwarded to the parent of a flow that has none.
  case noParent
  /// The flow it was meant for is not coordinated here.
  case notCoordinated
  /// It was awaited by a handler that its own recipient waits for; the flows in the order of
  /// waiting.
  case mutualWait([String])
  /// It followed from a hundred thousand others, each forwarded in answer to the one before.
  case endless
}

extension StepRefusal: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .hidden: "its presentable is hidden and the contribution drops steps then"
    case .covered(let name): "its presentable was covered by \(name ?? "something else")"
    case .linkEnded: "its deep link was over"
    case .superseded: "a later step of the same stepper took its place"
    case .dismissed: "its presentable has left the screen"
    case .flowEnded: "the flow has ended"
    case .stopped: "the coordinator has stopped"
    case .noParent: "it was forwarded to a parent, and there is none"
    case .notCoordinated: "the flow is not coordinated here"
    case .mutualWait(let chain):
      "handlers would wait for each other: "
        + chain.joined(separator: " → ")
    case .endless: "it followed from too many others without anything from outside"
    }
  }
}
