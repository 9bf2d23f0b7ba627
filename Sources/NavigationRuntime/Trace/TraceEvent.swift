import Foundation

/// An event in a trace: what happened, in which window, flow or core, and which earlier event led
/// to it.
public struct TraceEvent: Sendable, Equatable, Codable {
  /// The number of the event in its trace, counted from 1.
  public var number: Int
  /// The seconds since the trace began, on the context's clock.
  public var time: TimeInterval
  /// The kind.
  public var kind: Kind
  /// The number of the event that led to this one; `nil` for what comes from outside: the user, the
  /// platform, a timer.
  public var cause: Int?
  /// The number of the event with which the same piece of work began: a step, a request, an effect.
  public var work: Int?
  /// The step, request, action or object, by name.
  public var subject: String?
  /// The flow, core or window to which it belongs.
  public var owner: String?
  /// The outcome of a piece of work, in one word.
  public var outcome: String?
  /// A reason or a result in words.
  public var detail: String?
  /// The remedy of an issue.
  public var advice: String?
  /// The number of the window in the trace.
  public var window: Int?
  /// The change of the window's tree.
  public var change: NavigationTree.Change?
  /// The whole tree of a window.
  public var tree: NavigationTree?
  /// The screen, as in the trees.
  public var node: NavigationNodeID?
  /// The change of a core's state, in lines that begin with `-`, `+` or a space.
  public var difference: String?

  /// Makes an event.
  ///
  /// - Parameters:
  ///   - number: The number in its trace.
  ///   - time: The seconds since the trace began.
  ///   - kind: The kind.
  ///   - cause: The number of the event that led to this one.
  ///   - subject: The step, request, action or object, by name.
  public init(
    number: Int, time: TimeInterval, kind: Kind, cause: Int? = nil, subject: String? = nil
  ) {
    self.number = number
    self.time = time
    self.kind = kind
    self.cause = cause
    self.subject = subject
  }

  private enum CodingKeys: String, CodingKey {
    case number = "n"
    case time = "t"
    case kind, cause
    case work = "of"
    case subject, owner, outcome, detail, advice, window, change, tree, node, difference
  }
}

extension TraceEvent {
  /// The kind of an event.
  ///
  /// A later version may know more kinds; a reader keeps those that it does not know.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable {
    /// The name of the kind.
    public var rawValue: String

    /// Makes a kind.
    ///
    /// - Parameter rawValue: The name of the kind.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }
}

extension TraceEvent.Kind {
  /// The user did something, as a line of a story: `tap "Buy"`, `back`.
  public static let user = Self(rawValue: "user")
  /// A line of the app.
  public static let note = Self(rawValue: "note")
  /// A window is observed from now on; the event has its tree.
  public static let windowOpened = Self(rawValue: "window.opened")
  /// A window was released.
  public static let windowClosed = Self(rawValue: "window.closed")
  /// The tree of a window has changed.
  public static let tree = Self(rawValue: "tree")
  /// A transition was requested.
  public static let requestMade = Self(rawValue: "request.made")
  /// A requested transition's turn has come.
  public static let requestBegan = Self(rawValue: "request.began")
  /// A requested transition has its outcome.
  public static let requestEnded = Self(rawValue: "request.ended")
  /// A step was emitted, forwarded or navigated to.
  public static let stepEmitted = Self(rawValue: "step.emitted")
  /// A step waits for an earlier one of its flow to be done.
  public static let stepQueued = Self(rawValue: "step.queued")
  /// A step waits for its screen to be visible.
  public static let stepHeld = Self(rawValue: "step.held")
  /// A flow's `adapt` has replaced a step.
  public static let stepAdapted = Self(rawValue: "step.adapted")
  /// A flow handles a step.
  public static let stepNavigating = Self(rawValue: "step.navigating")
  /// A flow has answered a step.
  public static let stepNavigated = Self(rawValue: "step.navigated")
  /// A step has its outcome.
  public static let stepEnded = Self(rawValue: "step.ended")
  /// A flow has started, or is used for the first time.
  public static let flowStarted = Self(rawValue: "flow.started")
  /// A flow has handled its first step, and the flows started by it are ready.
  public static let flowReady = Self(rawValue: "flow.ready")
  /// A screen belongs to a flow from now on; it may come into a tree later.
  public static let flowScreen = Self(rawValue: "flow.screen")
  /// A flow has ended.
  public static let flowEnded = Self(rawValue: "flow.ended")
  /// A deep link is followed.
  public static let linkBegan = Self(rawValue: "link.began")
  /// A deep link has its outcome.
  public static let linkEnded = Self(rawValue: "link.ended")
  /// A journey to a place has begun.
  public static let journeyBegan = Self(rawValue: "journey.began")
  /// A journey to a place has its outcome.
  public static let journeyEnded = Self(rawValue: "journey.ended")
  /// A core becomes active.
  public static let coreActivated = Self(rawValue: "core.activated")
  /// A screen belongs to a core from now on; it may come into a tree later.
  public static let coreScreen = Self(rawValue: "core.screen")
  /// A core has resigned.
  public static let coreResigned = Self(rawValue: "core.resigned")
  /// A core reduces an action.
  public static let action = Self(rawValue: "action")
  /// An effect has begun.
  public static let effectBegan = Self(rawValue: "effect.began")
  /// An effect has ended by itself.
  public static let effectEnded = Self(rawValue: "effect.ended")
  /// An effect was cancelled; its closure has returned.
  public static let effectCancelled = Self(rawValue: "effect.cancelled")
  /// A procedure has begun.
  public static let procedureBegan = Self(rawValue: "procedure.began")
  /// A procedure has its outcome.
  public static let procedureEnded = Self(rawValue: "procedure.ended")
  /// An issue was reported.
  public static let issue = Self(rawValue: "issue")
  /// An object is alive, or a screen is shown, after its end.
  public static let leak = Self(rawValue: "leak")
}

extension TraceEvent: CustomStringConvertible {
  /// Number, kind, subject and result in one line.
  public var description: String {
    var text = "\(number). \(kind.rawValue)"
    if let subject { text += " \(subject)" }
    if let owner { text += " in \(owner)" }
    if let outcome { text += ": \(outcome)" }
    if let change { text += ": \(change)" }
    if let detail { text += " (\(detail))" }
    if let cause { text += " ← \(cause)" }
    return text
  }
}
