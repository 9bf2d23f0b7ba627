/// Receives a pointer to a state, which is valid only during the call.
public typealias StateObserver<State> = @MainActor (UnsafePointer<State>) -> Void

/// An object that receives a screen's actions and supplies the state that it shows.
///
/// Neither actions nor states need to be `Sendable` or `Equatable`.
@MainActor
public protocol Reactable<Action, State>: AnyObject, Sendable {
  /// The type of the actions.
  associatedtype Action
  /// The type of the state.
  associatedtype State

  /// The last committed state.
  var currentState: State { get }

  /// Sends an action.
  ///
  /// - Parameter action: The action to send.
  /// - Returns: A handle on the effects that the action starts.
  @discardableResult
  func send(_ action: Action) -> ActionHandle

  /// Observes the state without copying it.
  ///
  /// - Parameter observer: Called with the current state before this method returns, unless the
  ///   state is being changed, then with each committed state, once and in order.
  /// - Returns: A handle that keeps the observer subscribed.
  func observe(_ observer: @escaping StateObserver<State>) -> Cancellation
}
