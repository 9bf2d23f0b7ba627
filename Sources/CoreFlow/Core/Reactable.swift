/// Looks at a state where it lies; the pointer is valid during the call only.
public typealias StateObserver<State> = @MainActor (UnsafePointer<State>) -> Void

/// What a screen sends actions to and whose state it shows.
///
/// Neither actions nor states need to be `Sendable` or `Equatable`.
@MainActor
public protocol Reactable<Action, State>: AnyObject, Sendable {
  /// What can happen.
  associatedtype Action
  /// What is shown.
  associatedtype State

  /// The last committed state.
  var currentState: State { get }

  /// Sends an action.
  ///
  /// - Parameter action: What happened.
  /// - Returns: The handle on the effects that the action starts.
  @discardableResult
  func send(_ action: Action) -> ActionHandle

  /// Observes the state without copying it.
  ///
  /// - Parameter observer: Called with the present state before this method returns, unless it is
  ///   just being changed, then with each committed state, once and in order.
  /// - Returns: The handle that keeps the observer subscribed.
  func observe(_ observer: @escaping StateObserver<State>) -> Cancellation
}
