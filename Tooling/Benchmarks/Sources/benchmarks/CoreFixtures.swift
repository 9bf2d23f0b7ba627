import CoreFlow

/// Ten numbers.
struct Ten {
  var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0

  @MainActor static let parts: [WritableKeyPath<Ten, Int>] = [
    \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j,
  ]
}

/// A hundred numbers.
struct Hundred {
  var a = Ten(), b = Ten(), c = Ten(), d = Ten(), e = Ten()
  var f = Ten(), g = Ten(), h = Ten(), i = Ten(), j = Ten()

  @MainActor static let parts: [WritableKeyPath<Hundred, Int>] = {
    let tens: [WritableKeyPath<Hundred, Ten>] = [
      \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j,
    ]
    return tens.flatMap { ten in Ten.parts.map { ten.appending(path: $0) } }
  }()
}

enum BenchAction: Sendable {
  case add(Int)
  case hopOnMain
  case hopOff
}

/// Counts in the last of its hundred numbers, at once or by an effect.
final class HundredCore: Core<BenchAction, Hundred> {
  override func reduce(
    state: inout Hundred, action: BenchAction
  ) -> Effect<BenchAction> {
    switch action {
    case .add(let number):
      state.j.j &+= number
      return .none
    case .hopOnMain: return .run { @MainActor send in await send(.add(1)) }
    case .hopOff: return .run { send in await send(.add(1)) }
    }
  }
}

/// Counts in one number.
final class TenCore: Core<BenchAction, Ten> {
  override func reduce(state: inout Ten, action: BenchAction) -> Effect<BenchAction> {
    if case .add(let number) = action { state.a &+= number }
    return .none
  }
}

/// The least that a core can be: a state, a reducer, closures in an array.
@MainActor
class BareCore<State> {
  var state: State
  var observers: [@MainActor (UnsafePointer<State>) -> Void] = []

  init(_ state: State) { self.state = state }

  func reduce(state: inout State, action: BenchAction) {}

  final func send(_ action: BenchAction) {
    reduce(state: &state, action: action)
    withUnsafePointer(to: &state) { state in
      for observer in observers { observer(state) }
    }
  }

  /// Compares a part where it lies.
  final func observe(_ part: KeyPath<State, Int>, _ sink: @escaping @MainActor (Int) -> Void) {
    guard let offset = MemoryLayout<State>.offset(of: part) else { return }
    var kept: Int?
    observers.append { state in
      let value = UnsafeRawPointer(state).load(fromByteOffset: offset, as: Int.self)
      guard value != kept else { return }
      kept = value
      sink(value)
    }
  }
}

final class BareHundred: BareCore<Hundred> {
  override func reduce(state: inout Hundred, action: BenchAction) {
    if case .add(let number) = action { state.j.j &+= number }
  }
}

final class BareTen: BareCore<Ten> {
  override func reduce(state: inout Ten, action: BenchAction) {
    if case .add(let number) = action { state.a &+= number }
  }
}

/// A screen of a feature that shows nothing.
final class BenchScreen: HeadlessScreen<TenCore> {}

/// A feature with a screen.
final class BenchFeature: CoreFlow.Flow<TenCore, BenchScreen> {
  override func createCore() -> TenCore { TenCore(initialState: .init()) }
  override func createScreen() -> BenchScreen { BenchScreen(reactor: core) }
}
