import CoreFlow

/// Actions, observers and lives of cores, beside a bare class with the same reducer and an array of
/// closures.
@MainActor let coreBenchmarks = [
  Benchmark(
    name: "an action, one distinct observer", floorName: "a bare class with the same reducer"
  ) {
    let counter = Counter()
    let core = TenCore(initialState: .init(), context: NavigationContext())
    core.observeDistinctState(\.a) { counter.sum &+= $0 }.store(in: &core.store)
    let bare = BareTen(Ten())
    bare.observe(\.a) { counter.sum &+= $0 }
    return (
      loop: { times in for _ in 0..<times { core.send(.add(1)) } },
      floor: { times in for _ in 0..<times { bare.send(.add(1)) } }
    )
  },
  Benchmark(
    name: "an action, 100 observers of which one changes",
    floorName: "a bare class with 100 closures that compare in place"
  ) {
    let counter = Counter()
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred(Hundred())
    for part in Hundred.parts {
      core.observeDistinctState(part) { counter.sum &+= $0 }.store(in: &core.store)
      bare.observe(part) { counter.sum &+= $0 }
    }
    return (
      loop: { times in for _ in 0..<times { core.send(.add(1)) } },
      floor: { times in for _ in 0..<times { bare.send(.add(1)) } }
    )
  },
  Benchmark(
    name: "a core with one distinct observer made and released, 10,000 alive",
    floorName: "a bare class and its closure"
  ) {
    let counter = Counter()
    let context = NavigationContext()
    return (
      loop: { times in
        alive(times) {
          observedCore(context, counter)
        }
      },
      floor: { times in
        alive(times) { observedBare(counter) }
      }
    )
  },
]

@MainActor let coreFootprints = [
  Footprint(
    name: "a core with one distinct observer",
    floorName: "a bare class and its closure",
    count: 10_000,
    make: { count in
      let (context, counter) = (NavigationContext(), Counter())
      return (0..<count).map { _ in observedCore(context, counter) }
    },
    makeFloor: { count in
      let counter = Counter()
      return (0..<count).map { _ in observedBare(counter) }
    }
  )
]

@MainActor
private func observedCore(_ context: NavigationContext, _ counter: Counter) -> TenCore {
  let core = TenCore(initialState: .init(), context: context)
  core.observeDistinctState(\.a) { counter.sum &+= $0 }.store(in: &core.store)
  return core
}

@MainActor
private func observedBare(_ counter: Counter) -> BareTen {
  let bare = BareTen(Ten())
  bare.observe(\.a) { counter.sum &+= $0 }
  return bare
}

/// Makes so many, and releases them whenever 10,000 live.
@MainActor
private func alive<Object: AnyObject>(_ times: Int, _ make: @MainActor () -> Object) {
  var objects: [Object] = []
  objects.reserveCapacity(min(times, 10_000))
  for _ in 0..<times {
    objects.append(make())
    if objects.count == 10_000 { objects.removeAll(keepingCapacity: true) }
  }
  use(objects)
}

/// An action whose effect sends another one, beside a task of the same shape.
@MainActor let effectBenchmarks = [
  Benchmark(
    name: "an effect's round trip on the main actor",
    floorName: "a Task on the main actor started and awaited"
  ) {
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred(Hundred())
    return (
      loop: { times in for _ in 0..<times { await core.send(.hopOnMain).finish() } },
      floor: { times in
        for _ in 0..<times { await Task { bare.send(.add(1)) }.value }
      }
    )
  },
  Benchmark(
    name: "an effect's round trip off the main actor",
    floorName: "a detached Task that comes back, awaited"
  ) {
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred(Hundred())
    return (
      loop: { times in for _ in 0..<times { await core.send(.hopOff).finish() } },
      floor: { times in
        for _ in 0..<times { await Task.detached { await bare.send(.add(1)) }.value }
      }
    )
  },
  Benchmark(
    name: "an effect's round trip off the main actor, beside a continuation",
    floorName: "a detached Task that comes back and resumes who waits"
  ) {
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred(Hundred())
    return (
      loop: { times in for _ in 0..<times { await core.send(.hopOff).finish() } },
      floor: { times in
        for _ in 0..<times {
          await withCheckedContinuation { waiting in
            // Resumes the caller instead of being awaited: a handle covers all effects that an
            // action causes, and the task that waits for it may be cancelled before.
            _ = Task.detached {
              await bare.send(.add(1))
              waiting.resume()
            }
          }
        }
      }
    )
  },
]

/// Attaching and detaching a feature, beside making the same objects.
@MainActor let attachBenchmarks = [
  Benchmark(
    name: "attach and detach of a child that shows nothing",
    floorName: "the bare core appended to an array and removed"
  ) {
    let root = BenchFeature(context: NavigationContext())
    root.start(under: nil)
    let cores = BareCores()
    return (
      loop: { times in
        for _ in 0..<times {
          let child = BenchFeature()
          root.attach(child, by: .none)
          root.detach(child)
        }
      },
      floor: { times in
        for _ in 0..<times {
          cores.all.append(BareTen(Ten()))
          use(cores.all.removeLast())
        }
      }
    )
  },
  Benchmark(
    name: "attach and detach of a child that is pushed",
    floorName: "a screen made, pushed and popped by hand, a store observing"
  ) {
    let stack = PushedFeature()
    let floor = PushedFeature()
    return (
      loop: { times in
        for _ in 0..<times {
          let child = BenchFeature()
          stack.root.attach(child, by: .push, animated: false)
          stack.root.detach(child, animated: false)
        }
      },
      floor: { times in
        for _ in 0..<times {
          floor.navigation.pushViewController(HeadlessViewController(), animated: false)
          floor.navigation.popViewController(animated: false)
        }
      }
    )
  },
]

/// A window with a stack in which a feature is the first.
@MainActor
private final class PushedFeature {
  let context = NavigationContext()
  let window = HeadlessWindow(platform: HeadlessPlatform())
  let navigation = HeadlessNavigationController()
  let root: BenchFeature

  init() {
    root = BenchFeature(context: context)
    root.start(under: nil)
    navigation.viewControllers = [root.screen]
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    _ = context.store(for: window)
  }
}

/// Cores that the optimiser cannot see through.
@MainActor
private final class BareCores {
  var all: [BareTen] = []
}

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
