/// A type-erased reactor, or a reactor of a part of another one's state.
///
/// It retains the reactor from which it was created. A screen refers to its reactor weakly, so
/// retain an `AnyReactor` in the flow.
@MainActor
public final class AnyReactor<Action, State>: Reactable {
  private let read: @MainActor () -> State
  private let forward: @MainActor (Action) -> ActionHandle
  private let subscribe: @MainActor (@escaping StateObserver<State>) -> Cancellation

  init(
    read: @escaping @MainActor () -> State,
    forward: @escaping @MainActor (Action) -> ActionHandle,
    subscribe: @escaping @MainActor (@escaping StateObserver<State>) -> Cancellation
  ) {
    self.read = read
    self.forward = forward
    self.subscribe = subscribe
  }

  /// Erases the type of a reactor.
  ///
  /// - Parameter base: The reactor; retained.
  public convenience init(_ base: some Reactable<Action, State>) {
    self.init(
      read: { base.currentState }, forward: { base.send($0) }, subscribe: { base.observe($0) })
  }

  /// The last committed state.
  public var currentState: State { read() }

  /// Sends an action to the underlying reactor.
  ///
  /// - Parameter action: The action to send.
  /// - Returns: A handle on the effects that the action starts.
  @discardableResult
  public func send(_ action: Action) -> ActionHandle { forward(action) }

  /// Observes the state without copying it.
  ///
  /// - Parameter observer: Called with the current state, then with each committed state.
  /// - Returns: A handle that keeps the observer subscribed.
  public func observe(_ observer: @escaping StateObserver<State>) -> Cancellation {
    subscribe(observer)
  }
}
