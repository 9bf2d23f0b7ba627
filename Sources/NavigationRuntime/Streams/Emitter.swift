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

/// The events of a control or a gesture recognizer, for binding.
///
/// A subscription holds the source weakly, and coexists with the app's own actions, targets and
/// delegates. Unchecked, because the source is read on the main actor alone.
struct EventEmitter<Source: AnyObject, Output>: Emitter, @unchecked Sendable {
  typealias Subscribe =
    @MainActor (Source, _ call: @escaping @MainActor () -> Void) -> Cancellation

  private weak var source: Source?
  /// Calls a closure at each event, until the handle is cancelled.
  private let subscribe: Subscribe
  /// Returns the value of an event; `nil` for one that is not emitted.
  private let read: @MainActor (Source) -> Output?

  init(
    _ source: Source, read: @escaping @MainActor (Source) -> Output?, subscribe: @escaping Subscribe
  ) {
    self.source = source
    self.read = read
    self.subscribe = subscribe
  }

  func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation {
    guard let source else { return Cancellation {} }
    return subscribe(source) { [weak source, read] in
      if let source, let output = read(source) { receive(output) }
    }
  }
}
