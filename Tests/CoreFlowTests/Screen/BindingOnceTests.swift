import CoreFlow
import TestSupport
import Testing

private final class BoundScreen: HeadlessScreen<CounterCore> {
  let button = HeadlessButton()
  let subject = AsyncPassthroughSubject<Int>()
  private(set) var binds = 0
  private(set) var shown: [Int] = []
  var onBind: () -> Void = {}
  fileprivate var what = Binding.both

  override func bind() {
    binds += 1
    if what != .actions { observeDistinctState(\.count) { [weak self] in self?.shown.append($0) } }
    if what != .state { bind(onEmit: button.onTap, send: .add(1)) }
    onBind()
  }
}

/// A screen that inherits from something else, and stores its subscriptions.
private final class BoundStack: HeadlessNavigationController, Screenable {
  weak var reactor: CounterCore?
  var store: Set<Cancellation> = []
  private(set) var binds = 0

  func bind() {
    binds += 1
    observeState(\.count) { _ in }
  }
}

private enum Binding: CaseIterable {
  case both, state, actions
}

private enum Spelling: CaseIterable {
  /// Leaves the binding to the flow.
  case flow
  /// Binds in `createScreen`.
  case createScreen
}

private final class BoundFlow<S: HeadlessViewController & Screenable>: Flow<CounterCore, S> {
  private let make: @MainActor (CounterCore) -> S

  init(_ make: @escaping @MainActor (CounterCore) -> S) {
    self.make = make
    super.init()
  }

  override func createCore() -> CounterCore { CounterCore(initialState: .init()) }
  override func createScreen() -> S { make(core) }
}

@MainActor
@Suite("The bindings of a flow's screen")
struct BindingOnceTests {
  @Test(
    "The flow binds once, whether createScreen has bound or not",
    arguments: Spelling.allCases, Binding.allCases)
  private func once(spelling: Spelling, what: Binding) {
    let flow = BoundFlow<BoundScreen> { core in
      let screen = BoundScreen(reactor: core)
      screen.what = what
      if spelling == .createScreen { screen.bind() }
      return screen
    }
    let screen = flow.screen
    _ = flow.screen
    #expect(screen.binds == 1)
    screen.button.sendActions(for: .touchUpInside)
    #expect(flow.core.currentState.count == (what == .state ? 0 : 1))
    #expect(screen.shown == (what == .actions ? [] : what == .state ? [0] : [0, 1]))
  }

  @Test("The flow binds a class that only conforms, too", arguments: Spelling.allCases)
  private func conformer(spelling: Spelling) {
    let flow = BoundFlow<BoundStack> { core in
      let screen = BoundStack()
      screen.reactor = core
      if spelling == .createScreen { screen.bind() }
      return screen
    }
    #expect(flow.screen.binds == 1)
  }

  @Test("bind() can use the flow, which already has the screen")
  func usesFlow() {
    weak var weakFlow: BoundFlow<BoundScreen>?
    var found: BoundScreen?
    let flow = BoundFlow<BoundScreen> { core in
      let screen = BoundScreen(reactor: core)
      screen.onBind = { found = weakFlow?.screen }
      return screen
    }
    weakFlow = flow
    let screen = flow.screen
    #expect(found === screen)
    found = nil
  }

  @Test("An attached screen shows its state without a call of bind()")
  func attached() {
    let world = ProbeWorld()
    let flow = BoundFlow<BoundScreen> { BoundScreen(reactor: $0) }
    world.root.attach(flow, by: .push)
    flow.core.send(.add(2))
    #expect(flow.screen.shown == [0, 2])
  }
}
