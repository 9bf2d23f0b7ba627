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
