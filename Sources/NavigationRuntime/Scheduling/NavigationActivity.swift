/// Something that goes on, as shown to people: what it is and what it waits for.
public struct NavigationActivity: Sendable, Equatable, CustomStringConvertible {
  /// What goes on: a transition, a step, an effect, with its name.
  public var name: String
  /// What it waits for, if it waits.
  public var waitingFor: String?

  /// Describes something that goes on.
  ///
  /// - Parameters:
  ///   - name: What goes on.
  ///   - waitingFor: What it waits for.
  public init(name: String, waitingFor: String? = nil) {
    self.name = name
    self.waitingFor = waitingFor
  }

  /// The name, and what it waits for.
  public var description: String {
    waitingFor.map { "\(name) (waits for \($0))" } ?? name
  }
}

/// Something that can be busy: a lane, a coordinator, a core.
///
/// Adds itself to its context's ``ActivityTracker`` and tells it when it becomes idle.
@MainActor
public protocol ActivitySource: AnyObject {
  /// Whether nothing runs here, and nothing can run without help from outside.
  var isIdle: Bool { get }

  /// What runs; asked for only when somebody looks.
  var runningActivities: [NavigationActivity] { get }

  /// What waits for something outside: a hidden screen, a child's result, the user.
  var waitingActivities: [NavigationActivity] { get }
}
