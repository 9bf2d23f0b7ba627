/// A reactor whose type is hidden, or a part of another one.
///
/// It keeps what it was made from alive. A screen keeps its reactor weakly; keep an `AnyReactor`
/// in the flow.
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

  /// Hides the type of a reactor.
  ///
  /// - Parameter base: The reactor; kept.
  public convenience init(_ base: some Reactable<Action, State>) {
    self.init(
      read: { base.currentState }, forward: { base.send($0) }, subscribe: { base.observe($0) })
  }

  /// The last committed state.
  public var currentState: State { read() }

  /// Sends an action to what the reactor was made from.
  ///
  /// - Parameter action: What happened.
  /// - Returns: The handle on the effects that the action starts.
  @discardableResult
  public func send(_ action: Action) -> ActionHandle { forward(action) }

  /// Observes the state without copying it.
  ///
  /// - Parameter observer: Called with the present state, then with each committed state.
  /// - Returns: The handle that keeps the observer subscribed.
  public func observe(_ observer: @escaping StateObserver<State>) -> Cancellation {
    subscribe(observer)
  }
}
