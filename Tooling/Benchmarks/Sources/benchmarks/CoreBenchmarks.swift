import CoreFlow

/// Actions, observers and lives of cores, beside a bare class with the same reducer and an array of
/// closures.
@MainActor let coreBenchmarks = [
  Benchmark(
    name: "an action through a screen that observes",
    floorName: "a bare class, held weakly by a bare screen"
  ) {
    let counter = Counter()
    let core = TenCore(initialState: .init(), context: NavigationContext())
    let screen = BenchScreen(reactor: core)
    screen.observeDistinctState(\.a) { counter.sum &+= $0 }
    let bare = BareTen()
    bare.observe(\.a) { counter.sum &+= $0 }
    let bareScreen = BareScreen(bare)
    return (
      loop: { times in
        for _ in 0..<times { screen.send(.add(1)) }
        use(core)
      },
      floor: { times in
        for _ in 0..<times { bareScreen.send(.add(1)) }
        use(bare)
      }
    )
  },
  Benchmark(
    name: "an action, one distinct observer", floorName: "a bare class with the same reducer"
  ) {
    let counter = Counter()
    let core = TenCore(initialState: .init(), context: NavigationContext())
    core.observeDistinctState(\.a) { counter.sum &+= $0 }.store(in: &core.store)
    let bare = BareTen()
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
    let bare = BareHundred()
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
  let bare = BareTen()
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

/// What an effect does off the main actor: without work, the compiler leaves out the hop there.
private nonisolated func work(_ number: Int) -> Int { opaque(number) }

/// An action whose effect sends another one, beside a task of the same shape.
@MainActor let effectBenchmarks = [
  Benchmark(
    name: "an effect's round trip on the main actor",
    floorName: "a Task on the main actor started and awaited"
  ) {
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred()
    return (
      loop: { times in for _ in 0..<times { await core.send(.hopOnMain).finish() } },
      floor: { times in
        for _ in 0..<times { await Task { bare.send(.add(1)) }.value }
      }
    )
  },
  Benchmark(
    name: "an effect's round trip off the main actor",
    floorName: "a detached Task that comes back, awaited", isSteady: false
  ) {
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred()
    return (
      loop: { times in for _ in 0..<times { await core.send(.hopOff).finish() } },
      floor: { times in
        for _ in 0..<times { await Task.detached { await bare.send(.add(work(1))) }.value }
      }
    )
  },
  Benchmark(
    name: "an effect on the main actor, each starts the next",
    floorName: "a Task on the main actor, each starts the next"
  ) {
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred()
    return (
      loop: { times in await core.send(.chainOnMain(times)).finish() },
      floor: { times in
        await withCheckedContinuation { BareChain(bare, $0).hopOnMain(times) }
      }
    )
  },
  Benchmark(
    name: "an effect off the main actor, each starts the next",
    floorName: "a detached Task that comes back and starts the next", counted: 0
  ) {
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred()
    return (
      loop: { times in await core.send(.chainOff(times)).finish() },
      floor: { times in
        await withCheckedContinuation { BareChain(bare, $0).hopOff(times) }
      }
    )
  },
  Benchmark(
    name: "an effect's round trip off the main actor, beside a continuation",
    floorName: "a detached Task that comes back and resumes who waits", isSteady: false
  ) {
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred()
    return (
      loop: { times in for _ in 0..<times { await core.send(.hopOff).finish() } },
      floor: { times in
        for _ in 0..<times {
          await withCheckedContinuation { waiting in
            // Resumes the caller instead of being awaited: a handle covers all effects that an
            // action causes, and the task that waits for it may be cancelled before.
            _ = Task.detached {
              await bare.send(.add(work(1)))
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
          cores.all.append(BareTen())
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
  /// So many effects, of which each starts the next.
  case chainOnMain(Int)
  case chainOff(Int)
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
    case .hopOff: return .run { send in await send(.add(work(1))) }
    case .chainOnMain(0), .chainOff(0): return .none
    case .chainOnMain(let count):
      return .run { @MainActor send in await send(.chainOnMain(count - 1)) }
    case .chainOff(let count): return .run { send in await send(.chainOff(work(count) - 1)) }
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

/// Closures in an array that receive a part of the state when it has changed.
@MainActor
struct BareObservers<State> {
  private struct Observer {
    let offset: Int
    var kept: Int
    let sink: @MainActor (Int) -> Void
  }

  private var all: [Observer] = []

  /// Compares the parts where they lie.
  mutating func notify(of state: inout State) {
    withUnsafeBytes(of: &state) { bytes in
      for index in all.indices {
        let value = bytes.loadUnaligned(fromByteOffset: all[index].offset, as: Int.self)
        guard value != all[index].kept else { continue }
        all[index].kept = value
        all[index].sink(value)
      }
    }
  }

  mutating func observe(
    _ part: KeyPath<State, Int>, of state: State, _ sink: @escaping @MainActor (Int) -> Void
  ) {
    guard let offset = MemoryLayout<State>.offset(of: part) else { return }
    all.append(Observer(offset: offset, kept: state[keyPath: part], sink: sink))
  }
}

/// The least that a core can be: a state, a reducer, observers.
@MainActor
final class BareHundred {
  private var state = Hundred()
  private var observers = BareObservers<Hundred>()

  func send(_ action: BenchAction) {
    if case .add(let number) = action { state.j.j &+= number }
    observers.notify(of: &state)
  }

  func observe(_ part: KeyPath<Hundred, Int>, _ sink: @escaping @MainActor (Int) -> Void) {
    observers.observe(part, of: state, sink)
  }
}

/// The least that a screen can be.
@MainActor
final class BareScreen {
  private weak var core: BareTen?

  init(_ core: BareTen) { self.core = core }

  func send(_ action: BenchAction) { core?.send(action) }
}

/// The least that a core can be, with a smaller state.
@MainActor
final class BareTen {
  private var state = Ten()
  private var observers = BareObservers<Ten>()

  func send(_ action: BenchAction) {
    if case .add(let number) = action { state.a &+= number }
    observers.notify(of: &state)
  }

  func observe(_ part: KeyPath<Ten, Int>, _ sink: @escaping @MainActor (Int) -> Void) {
    observers.observe(part, of: state, sink)
  }
}

/// Tasks of which each starts the next.
@MainActor
final class BareChain {
  private let core: BareHundred
  private let end: CheckedContinuation<Void, Never>

  init(_ core: BareHundred, _ end: CheckedContinuation<Void, Never>) {
    self.core = core
    self.end = end
  }

  func hopOnMain(_ count: Int) {
    core.send(.add(1))
    guard count > 0 else { return end.resume() }
    Task { hopOnMain(count - 1) }
  }

  func hopOff(_ count: Int) {
    core.send(.add(1))
    guard count > 0 else { return end.resume() }
    Task.detached { await self.hopOff(work(count) - 1) }
  }
}

/// A screen of a feature that shows nothing.
final class BenchScreen: HeadlessScreen<TenCore> {}

/// A feature with a screen.
final class BenchFeature: CoreFlow.Flow<TenCore, BenchScreen> {
  override func createCore() -> TenCore { TenCore(initialState: .init()) }
  override func createScreen() -> BenchScreen { BenchScreen(reactor: core) }
}
