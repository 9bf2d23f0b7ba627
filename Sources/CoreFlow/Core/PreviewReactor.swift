/// A reactor without logic, for previews and for tests of screens: it shows a state and records
/// actions.
@MainActor
public final class PreviewReactor<Action, State>: Reactable {
  private let core: PreviewCore<State>

  /// The actions that were sent, oldest first.
  public private(set) var actions: [Action] = []

  /// Creates a reactor.
  ///
  /// - Parameter initialState: The first state.
  public init(initialState: State) {
    core = PreviewCore(initialState: initialState)
  }

  /// The current state; observers receive each assignment.
  ///
  /// A state that an observer assigns follows when all observers have received the current one.
  public var currentState: State {
    get { core.currentState }
    set { core.send(newValue) }
  }

  /// Records an action; the state does not change.
  ///
  /// - Parameter action: The action to record.
  /// - Returns: An empty handle.
  @discardableResult
  public func send(_ action: Action) -> ActionHandle {
    actions.append(action)
    return ActionHandle()
  }

  /// Observes the state without copying it.
  ///
  /// - Parameter observer: Called with the current state, then with each assigned one.
  /// - Returns: A handle that keeps the observer subscribed.
  public func observe(_ observer: @escaping StateObserver<State>) -> Cancellation {
    core.observe(observer)
  }
}

/// A core whose actions are its states.
private final class PreviewCore<State>: Core<State, State> {
  override func reduce(state: inout State, action: State) -> Effect<State> {
    state = action
    return .none
  }
}
