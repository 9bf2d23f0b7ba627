import CoreFlow

/// The actions of the counter.
public enum CounterAction: Equatable, Sendable {
  /// The user taps.
  case tapped
  /// The counting effect has delivered a number.
  case counted(Int)
}

/// The state of the counter.
public struct CounterState: Equatable, Sendable {
  /// The number.
  public var count = 0
  /// Whether the counting effect runs.
  public var isCounting = false

  /// Makes a state.
  public init() {}
}

/// Counts, in an effect.
public final class CounterCore: Core<CounterAction, CounterState> {
  public override func reduce(
    state: inout CounterState, action: CounterAction
  ) -> Effect<CounterAction> {
    switch action {
    case .tapped:
      state.isCounting = true
      let next = state.count + 1
      return .run { send in await send(.counted(next)) }
    case .counted(let count):
      state.count = count
      state.isCounting = false
      return .none
    }
  }
}

/// Shows the number as its title.
public final class CounterScreen: HeadlessScreen<CounterCore> {
  public override func bind() {
    observeDistinctState(\.count) { [weak self] in self?.title = "\($0)" }
  }
}

/// Makes the counter.
public final class CounterFlow: Flow<CounterCore, CounterScreen> {
  public override func createCore() -> CounterCore { CounterCore(initialState: .init()) }

  public override func createScreen() -> CounterScreen { CounterScreen(reactor: core) }
}
