/// The cause of a change on screen.
public struct NavigationCause: Sendable {
  /// The kinds of cause.
  public enum Kind: Sendable, Equatable {
    /// The user's own action: back button, edge swipe, pulled-down sheet, tab tap.
    case user
    /// A direct call on a platform container, by code that the runtime does not know.
    case code
    /// A framework on top of the runtime, by its name.
    case framework(String)
    /// A change whose origin the platform does not report: a move of the user or a direct call.
    ///
    /// UIKit and AppKit do not report the cause of some moves, which the store finds by comparing. A
    /// headless container reports the cause of each change.
    case unknown
  }

  /// The kind of cause.
  public var kind: Kind
  /// The piece of work behind it, for the framework that set it.
  package var origin: TraceWork?
  private var describe: (@Sendable () -> String)?
  /// The handler that made the call, if one did.
  package var handler: NavigationHandler?

  /// Makes a cause.
  ///
  /// - Parameters:
  ///   - kind: The kind of cause.
  ///   - detail: The step, action or core behind it; evaluated only when it is read.
  public init(_ kind: Kind, detail: (@Sendable () -> String)? = nil) {
    self.kind = kind
    self.describe = detail
  }

  /// The step, action or core behind it.
  public var detail: String? { describe?() }

  /// The user.
  public static let user = NavigationCause(.user)

  /// A direct call.
  public static let code = NavigationCause(.code)

  /// The user or a direct call.
  public static let unknown = NavigationCause(.unknown)
}

extension NavigationCause: CustomStringConvertible {
  /// The cause, with its detail if that is known.
  public var description: String {
    detail.map { "\(kind.name): \($0)" } ?? kind.name
  }
}

extension NavigationCause.Kind {
  var name: String {
    switch self {
    case .user: "user"
    case .code: "code"
    case .framework(let framework): framework
    case .unknown: "unknown"
    }
  }
}

/// A handler of a framework, as the origin of the changes that its own calls make on screen.
///
/// Made when a handler first changes something, and compared by identity. A framework that ends
/// work together with its screen spares the handler that removed the screen.
@MainActor
package class NavigationHandler {
  /// The handlers that wait for it: for its step, or for the result of its flow.
  private let callers: [NavigationHandler]

  fileprivate init(calledBy callers: [NavigationHandler]) {
    self.callers = callers
  }

  /// Returns whether this is the other handler, or was called by it.
  package final func isPart(of other: NavigationHandler) -> Bool {
    self === other || callers.contains { $0.isPart(of: other) }
  }
}

/// A handler with its subject: a step.
///
/// Generic, so that the subject needs no memory of its own: each screen retains the handler that
/// showed it.
package final class SubjectHandler<Subject: Sendable>: NavigationHandler {
  package let subject: Subject

  package init(on subject: Subject, calledBy callers: [NavigationHandler] = []) {
    self.subject = subject
    super.init(calledBy: callers)
  }
}

/// A runner of handlers in a task, which may change the screen.
@MainActor
package protocol HandlerRunner: AnyObject {
  /// The handler that runs in the task; `nil` between two handlers.
  var handler: NavigationHandler? { get }

  /// The cause of the changes that the handler makes; read when there are any.
  var cause: NavigationCause? { get }
}

extension NavigationContext {
  /// The handler in whose own task the current code runs.
  var currentHandler: NavigationHandler? { currentRunner?.handler }

  /// The runner in whose own task the current code runs.
  package var currentRunner: (any HandlerRunner)? {
    guard !handlerRunners.isEmpty, let task = TaskTracker.currentTaskID else { return nil }
    return handlerRunners[task]
  }
}
