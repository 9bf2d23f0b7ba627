/// A handler of a framework, as the origin of what its own calls change on screen.
///
/// Made when a handler first changes something, and compared by identity. A framework that ends
/// work with the screen it belongs to spares the handler that removed the screen.
@MainActor
package final class NavigationWork {
  /// What is handled: a step.
  package let subject: any Sendable
  /// The handler that waits for this one.
  package let caller: NavigationWork?

  /// Makes the work of a handler.
  ///
  /// - Parameters:
  ///   - subject: What is handled.
  ///   - caller: The handler that waits for this one.
  package init(on subject: any Sendable, calledBy caller: NavigationWork?) {
    self.subject = subject
    self.caller = caller
  }

  /// Whether this is the other work, or was called by it.
  package func isPart(of other: NavigationWork) -> Bool {
    self === other || caller?.isPart(of: other) ?? false
  }
}

/// What runs in a task, and may change what is on screen.
@MainActor
package protocol NavigationWorker: AnyObject {
  /// The handler that runs in the task; `nil` between two of them.
  var work: NavigationWork? { get }
}

extension NavigationContext {
  /// The handler in whose own task the current code runs.
  var currentWork: NavigationWork? {
    guard !workers.isEmpty, let task = TrackedTasks.currentTaskID else { return nil }
    return workers[task]?.work
  }
}
