/// An object that emits values directly, in the call that causes them.
///
/// The subjects and the events of controls are emitters; adapters make emitters of their platform's
/// events. A CoreFlow screen binds them; other code subscribes:
///
/// ```swift
/// button.onTap.receive { [weak viewModel] in viewModel?.emit(.login) }.store(in: &store)
/// ```
@MainActor
public protocol Emitter<Output> {
  /// The type of the values.
  associatedtype Output

  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called on the main actor with each value from now on.
  /// - Returns: The handle that keeps the closure subscribed.
  func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation
}

/// A control or a gesture recognizer, whose events can be bound.
///
/// The emitters are members of extensions of this protocol, not of the platform's classes. So an
/// app's subclass, or its own extension of the class, may have a member of the same name, which
/// then takes precedence.
///
/// A subscription to an emitter holds the control or recognizer weakly. It coexists with any number
/// of other subscriptions, and with the app's own actions, targets and delegates.
@MainActor
public protocol EventSource: AnyObject {}

extension AsyncPassthroughSubject: Emitter {
  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called with each element from now on.
  /// - Returns: The handle that keeps the closure subscribed.
  public func receive(_ receive: @escaping @MainActor (Element) -> Void) -> Cancellation {
    sink(receive)
  }
}

extension AsyncReplaySubject: Emitter {
  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called with the buffered elements, then with each later one.
  /// - Returns: The handle that keeps the closure subscribed.
  public func receive(_ receive: @escaping @MainActor (Element) -> Void) -> Cancellation {
    sink(receive)
  }
}
