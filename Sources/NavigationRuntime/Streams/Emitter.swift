/// Something that emits values directly, in the call that causes them.
///
/// The subjects and the events of controls are emitters; adapters make emitters of what their
/// platform has. A screen of CoreFlow's binds them; anybody else subscribes:
///
/// ```swift
/// button.onTap.receive { [weak viewModel] in viewModel?.emit(.login) }.store(in: &store)
/// ```
@MainActor
public protocol Emitter<Output> {
  /// What is emitted.
  associatedtype Output

  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called on the main actor with each value from now on.
  /// - Returns: The handle that keeps the closure subscribed.
  func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation
}

/// A control or a gesture recognizer, whose events can be bound.
///
/// Its emitters are members of this protocol's extensions and not of the platform's classes: a
/// member of the same name in an app's subclass, or in its own extension of the class, is allowed,
/// and is the one that the app gets.
@MainActor
public protocol EventSource: AnyObject {}

extension AsyncPassthroughSubject: Emitter {
  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called with each element that is sent from now on.
  /// - Returns: The handle that keeps the closure subscribed.
  public func receive(_ receive: @escaping @MainActor (Element) -> Void) -> Cancellation {
    sink(receive)
  }
}

extension AsyncReplaySubject: Emitter {
  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called with the buffered elements, then with each that is sent.
  /// - Returns: The handle that keeps the closure subscribed.
  public func receive(_ receive: @escaping @MainActor (Element) -> Void) -> Cancellation {
    sink(receive)
  }
}
