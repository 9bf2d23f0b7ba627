/// A handler of a framework, as the origin of the changes that its own calls make on screen.
///
/// Made when a handler first changes something, and compared by identity. A framework that ends
/// work together with its screen spares the handler that removed the screen.
@MainActor
package final class NavigationWork {
  /// The subject of the handler: a step.
  package let subject: any Sendable
  /// The handler that waits for this one.
  package let caller: NavigationWork?

  /// Makes the work of a handler.
  ///
  /// - Parameters:
  ///   - subject: The subject of the handler.
  ///   - caller: The handler that waits for this one.
  package init(on subject: any Sendable, calledBy caller: NavigationWork?) {
    self.subject = subject
    self.caller = caller
  }

  /// Returns whether this is the other work, or was called by it.
  package func isPart(of other: NavigationWork) -> Bool {
    self === other || caller?.isPart(of: other) ?? false
  }
}

/// A runner of handlers in a task, which may change the screen.
@MainActor
package protocol NavigationWorker: AnyObject {
  /// The handler that runs in the task; `nil` between two handlers.
  var work: NavigationWork? { get }
}

extension NavigationContext {
  /// The handler in whose own task the current code runs.
  var currentWork: NavigationWork? {
    guard !workers.isEmpty, let task = TrackedTasks.currentTaskID else { return nil }
    return workers[task]?.work
  }
}
