/// A handle on a journey to a place.
///
/// The frameworks' flows retain the journey; releasing the handle does not cancel it.
@MainActor
public final class Journey {
  /// The destination.
  public let place: NavigationPlace
  /// The outcome; `nil` until it is known.
  public private(set) var outcome: JourneyOutcome?

  private let context: NavigationContext
  private var onCancel: (@MainActor () -> Void)?
  /// Called when a task begins to wait for the outcome.
  package var onAwait: (@MainActor () -> Void)?
  private var waiters: [ActivityWaiter<JourneyOutcome>] = []

  /// Makes a journey, which the framework ends.
  ///
  /// - Parameters:
  ///   - place: The destination.
  ///   - context: The context of the flows.
  package init(to place: NavigationPlace, in context: NavigationContext) {
    self.place = place
    self.context = context
  }

  /// Waits for the outcome; returns at once if there is one.
  ///
  /// Cancelling the waiting task does not cancel the journey; call ``cancel()``. A journey that
  /// waits for an event which never comes lasts until its deadline.
  ///
  /// - Returns: The outcome.
  public func value() async -> JourneyOutcome {
    if let outcome { return outcome }
    onAwait?()
    let end = context.activity.beginWaiting(for: "a journey")
    return await withCheckedContinuation { waiters.append(ActivityWaiter($0, end: end)) }
  }

  /// Cancels the journey.
  ///
  /// A step or an attachment that has begun continues.
  public func cancel() { onCancel?() }

  /// Sets the closure that cancels the journey.
  package func onCancel(_ action: @escaping @MainActor () -> Void) {
    if outcome == nil { onCancel = action }
  }

  /// Ends the journey; only the first outcome counts.
  package func end(_ outcome: JourneyOutcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    onCancel = nil
    onAwait = nil
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume(returning: outcome) }
  }
}

/// The outcome of a journey to a place.
public enum JourneyOutcome: Sendable, Equatable {
  /// All entries of the place are shown, and the last visible one is not covered.
  case arrived
  /// Some entries could not be shown; the others are.
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

/// An entry of a place that a journey could not show.
public struct MissingEntry: Sendable, Equatable, CustomStringConvertible {
  /// The reason for which an entry is missing.
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

extension JourneyOutcome: CustomStringConvertible {
  /// The outcome in words.
  public var description: String {
    switch self {
    case .arrived: "arrived"
    case .incomplete(let missing):
      "incomplete: " + missing.map(\.description).joined(separator: "; ")
    case .covered(let name): "covered by \(name)"
    case .timedOut(let reason): "timed out, waiting for \(reason)"
    case .superseded: "superseded by a newer journey"
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
  /// Returns when the branch is reached as far as possible, or the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - branch: The branch.
  ///   - path: The flows and entries that lead to the branch, for the reports.
  /// - Returns: The outcome; for the visibility of the last entry the caller is responsible.
  func travel(to branch: NavigationPlace.Branch, at path: [String]) async -> JourneyOutcome

  /// The elements of the branch's entries on screen, in any order.
  ///
  /// The caller does not remove them, and reveals the last one.
  var placeElements: [NavigationLifecycle] { get }
}

extension PlaceHolding {
  package var placeElements: [NavigationLifecycle] { [] }
}
