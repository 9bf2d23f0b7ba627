/// A handle on a journey to a place.
///
/// Both frameworks return one from `startJourney(to:)`, and retain what leads it until it has an
/// outcome; releasing the handle does not cancel the journey. ``NavigationContext/settled()`` lists
/// a journey that waits as "a journey", followed by the flow's name if it belongs to a single flow.
@MainActor
public final class Journey {
  /// The destination.
  public let place: NavigationPlace
  /// The outcome; `nil` until it is known.
  public private(set) var outcome: JourneyOutcome?

  /// A description of the awaited event; `nil` if the journey does not wait, or has ended.
  public var waitingFor: String? { outcome == nil ? guide?.waitingFor : nil }

  /// The name among the activities of the context.
  package let name: String
  /// The framework's part; set once, and retained by the framework until the outcome is known.
  package weak var guide: (any JourneyGuide)?

  private let context: NavigationContext
  private var waiters: [ActivityWaiter] = []

  /// Makes a journey, which the framework ends.
  ///
  /// Without a flow, the journey is one of several flows.
  package init(to place: NavigationPlace, of flow: String?, in context: NavigationContext) {
    self.place = place
    self.context = context
    name = flow.map { "a journey of \($0)" } ?? "a journey"
  }

  /// Waits for the outcome; returns at once if there is one.
  ///
  /// Cancelling the waiting task does not cancel the journey; call ``cancel()``. A journey without a
  /// deadline may wait for ever, for a login for instance; a test that must not hang waits with
  /// ``NavigationContext/settled(within:)`` and then reads ``outcome`` and ``waitingFor``.
  ///
  /// - Returns: The outcome.
  public func value() async -> JourneyOutcome {
    if outcome == nil { guide?.willAwaitOutcome() }
    if let outcome { return outcome }
    await context.activity.wait(for: name) { waiters.append($0) }
    return await value()
  }

  /// Waits for the outcome; the cancellation of the calling task cancels the journey.
  package func valueOrCancel() async -> JourneyOutcome {
    await withTaskCancellationHandler {
      await value()
    } onCancel: {
      onMainActor { self.cancel() }
    }
  }

  /// Cancels the journey; has no effect after its end.
  ///
  /// What is shown stays. A step or an attachment that has begun continues in a cancelled task, and
  /// one that has not is refused. The outcome is set when this method returns.
  public func cancel() { guide?.cancel() }

  /// Ends the journey; only the first outcome counts.
  package func end(_ outcome: JourneyOutcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    for waiter in waiters.takeAll() { waiter.resume() }
  }
}

/// The part of a framework that leads a journey, and ends it.
@MainActor
package protocol JourneyGuide: AnyObject {
  /// A description of the awaited event; `nil` if there is none.
  var waitingFor: String? { get }

  /// Ends the journey as cancelled, before it returns.
  func cancel()

  /// Called in a task that is about to wait for the outcome.
  ///
  /// The task may be one of the journey's own, or run in a transaction for whose end the journey
  /// waits; the journey may end then.
  func willAwaitOutcome()
}

/// The outcome of a journey to a place.
public enum JourneyOutcome: Sendable, Equatable {
  /// All entries of the place are shown, and the last visible one is not covered.
  case arrived
  /// Some entries could not be shown, or a root of the window that is not part of the place could
  /// not be removed; all others are shown.
  case incomplete([MissingEntry])
  /// A screen, with this name, covers the place or is in its way, and refused to be removed.
  case covered(by: String)
  /// The deadline passed; a description of the awaited event.
  case timedOut(waitingFor: String)
  /// A newer journey or link began in the same window.
  case superseded
  /// It was cancelled, or its flows have ended.
  case cancelled
}

/// An entry of a place that a journey could not show, or a root that the place omits.
public struct MissingEntry: Sendable, Equatable, CustomStringConvertible {
  /// The reason for which an entry is missing, or a root stays.
  public enum Reason: Sendable, Equatable {
    /// Its value cannot be decoded; the error in words.
    case unreadable(String)
    /// The flow did not handle it; the outcome in words.
    case notHandled(String)
    /// The flow handled it, and shows nothing for it.
    case notShown
    /// There is no flow for it.
    case noFlow
  }

  /// The flows and entries that lead to it, and the entry itself, from the root on.
  public let path: [String]
  /// The reason.
  public let reason: Reason

  package init(path: [String], reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The path and the reason.
  public var description: String {
    let text =
      switch reason {
      case .unreadable(let error): "unreadable: \(error)"
      case .notHandled(let outcome): outcome
      case .notShown: "not shown"
      case .noFlow: "no flow"
      }
    return path.joined(separator: " › ") + ": " + text
  }
}

extension JourneyOutcome {
  package var name: String {
    switch self {
    case .arrived: "arrived"
    case .incomplete: "incomplete"
    case .covered: "covered"
    case .timedOut: "timedOut"
    case .superseded: "superseded"
    case .cancelled: "cancelled"
    }
  }
}

extension JourneyOutcome: CustomStringConvertible {
  /// The outcome in words.
  public var description: String {
    switch self {
    case .arrived: "arrived"
    case .incomplete(let missing):
      "incomplete: " + missing.map(\.description).joined(separator: "; ")
    case .covered(let name): "covered by \(name)"
    case .timedOut(let reason): "timed out, waiting for \(reason)"
    case .superseded: "superseded by a newer link or journey"
    case .cancelled: "cancelled"
    }
  }
}

/// A node whose branch of a place another framework reads, and to which its journeys lead.
///
/// Both frameworks' flows conform, so that one can be a child of the other.
@MainActor
package protocol PlaceHolding: AnyObject {
  /// The node's branch; `nil` if the node has ended.
  var placeBranch: NavigationPlace.Branch? { get }

  /// Leads from the current branch to another one.
  ///
  /// Returns when the branch is reached as far as possible, or the calling task is cancelled. For
  /// the visibility of the last entry the caller is responsible.
  func travel(to branch: NavigationPlace.Branch, at path: [String]) async -> JourneyOutcome

  /// The elements of the branch's entries on screen, in any order.
  ///
  /// The caller does not remove them, and reveals the last one.
  var placeElements: [NavigationLifecycle] { get }
}
