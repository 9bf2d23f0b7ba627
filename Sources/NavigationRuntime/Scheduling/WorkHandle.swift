/// A handle on work that belongs to an object: a stepper, or a core.
///
/// Letting go of it changes nothing; the work ends with the object's screen or flow.
@MainActor
public struct WorkHandle: Sendable {
  private let task: Task<Void, Never>?

  package init(_ task: Task<Void, Never>?) {
    self.task = task
  }

  /// Cancels the work; does nothing if it has ended, or was not started.
  public func cancel() { task?.cancel() }
}
