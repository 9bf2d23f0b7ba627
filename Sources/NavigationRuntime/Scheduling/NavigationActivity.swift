/// A piece of work in flight, described for people: its name and the reason for waiting.
public struct NavigationActivity: Sendable, Equatable, CustomStringConvertible {
  /// The name of the work: a transition, a step, an effect.
  public var name: String
  /// The reason for waiting; `nil` if it runs.
  public var waitingFor: String?

  /// Makes an activity.
  ///
  /// - Parameters:
  ///   - name: The name of the work.
  ///   - waitingFor: The reason for waiting; `nil` if it runs.
  public init(name: String, waitingFor: String? = nil) {
    self.name = name
    self.waitingFor = waitingFor
  }

  /// The name, and the reason for waiting.
  public var description: String {
    waitingFor.map { "\(name) (waits for \($0))" } ?? name
  }
}

/// An object that can be busy: a scheduler, a coordinator, a core.
///
/// A source adds itself to its context's ``ActivityTracker`` and notifies it when it becomes idle.
@MainActor
public protocol ActivitySource: AnyObject {
  /// Whether nothing runs here, and nothing can run without an event from outside.
  var isIdle: Bool { get }

  /// The running work; evaluated only on demand.
  var runningActivities: [NavigationActivity] { get }

  /// The work that waits for something outside: a hidden screen, a child's result, the user.
  var waitingActivities: [NavigationActivity] { get }
}
