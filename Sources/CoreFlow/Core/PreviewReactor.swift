/// A reactor that stands still: it shows a state and notes actions, for previews and for tests of
/// screens.
@MainActor
public final class PreviewReactor<Action, State>: Reactable {
  private let core: PreviewCore<State>

  /// The actions that were sent, oldest first.
  public private(set) var actions: [Action] = []

  /// Makes a reactor.
  ///
  /// - Parameter initialState: What it shows.
  public init(initialState: State) {
    core = PreviewCore(initialState: initialState)
  }

  /// What it shows; observers hear each assignment.
  ///
  /// What an observer assigns is shown when all observers have heard the present state.
  public var currentState: State {
    get { core.currentState }
    set { core.send(newValue) }
  }

  /// Notes an action; the state stays as it is.
  ///
  /// - Parameter action: What happened.
  /// - Returns: An empty handle.
  @discardableResult
  public func send(_ action: Action) -> ActionHandle {
    actions.append(action)
    return ActionHandle()
  }

  /// Observes the state without copying it.
  ///
  /// - Parameter observer: Called with the present state, then with each assigned one.
  /// - Returns: The handle that keeps the observer subscribed.
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
