import CoreFlow
import TestSupport
import Testing

private final class CounterScreen: HeadlessScreen<CounterCore> {
  let button = HeadlessButton()
  let taps = AsyncPassthroughSubject<Int>()
  let (numbers, numbersIn) = AsyncStream.makeStream(of: Int.self)
  let form = CounterForm()
  let label = Label()
  var heard: [String] = []

  override func bind() {
    observeState(\.count) { [weak self] in self?.heard.append("count \($0)") }
    observeDistinctState(\.count) { [weak self] in self?.heard.append("distinct \($0)") }
    observeDistinctState(\.text, receiver: label) { label, text in label.text = text }
    bind(onEmit: button.onTap, send: .add(1))
    bind(onEmit: taps, send: CounterAction.add)
    bind(onEmit: taps) { .rename("tapped \($0)") }
    bind(onEmit: numbers) { .add($0) }
    bind(onEmit: form) { $0 == .clear ? .rename("") : .add(1000) }
  }
}

@MainActor
private final class Label {
  var text = ""
}

@MainActor
private final class CounterForm: ActionSource {
  enum Action { case clear, fill }
  let action = AsyncPassthroughSubject<Action>()
  var store: Set<Cancellation> = []
  let clearButton = HeadlessButton()
  let inner = AsyncReplaySubject<Action>()

  init() {
    map(clearButton.onTap, to: .clear)
    map(inner, transform: { $0 })
  }
}

/// A screen that inherits from something else.
private final class OtherScreen: HeadlessNavigationController, Screenable {
  weak var reactor: CounterCore?
  var store: Set<Cancellation> = []
  var heard: [Int] = []

  func bind() {
    observeDistinctState(\.count) { [weak self] in self?.heard.append($0) }
  }
}

@MainActor
@Suite("A screen")
struct ScreenTests {
  let bench = Bench()

  @Test("Shows state, distinct or not, and for a living receiver")
  func observes() {
    let core = bench.core()
    let screen = CounterScreen(reactor: core)
    screen.bind()
    core.send(.rename("a"))
    core.send(.add(1))
    #expect(
      screen.heard == ["count 0", "distinct 0", "count 0", "count 1", "distinct 1"])
    #expect(screen.label.text == "a")
  }

  @Test("Sends the emissions of controls, subjects, sequences and views")
  func binds() async {
    let core = bench.core()
    let screen = CounterScreen(reactor: core)
    screen.bind()
    screen.button.sendActions(for: .touchUpInside)
    #expect(core.currentState.count == 1)
    screen.taps.send(10)
    #expect(core.currentState.count == 11)
    #expect(core.currentState.text == "tapped 10")
    screen.form.clearButton.sendActions(for: .touchUpInside)
    #expect(core.currentState.text == "")
    screen.form.inner.send(.fill)
    #expect(core.currentState.count == 1011)
    let gate = Gate()
    core.observeDistinctState(\.count) { if $0 == 1111 { Task { await gate.pass() } } }
      .store(in: &core.store)
    screen.numbersIn.yield(100)
    await gate.arrival()
    #expect(core.currentState.count == 1111)
    gate.open()
  }

  @Test("Forwards the actions of one view to another")
  func forwards() {
    let outer = CounterForm()
    let inner = CounterForm()
    var heard: [CounterForm.Action] = []
    outer.forward(actions: inner.action)
    let subscription = outer.action.sink { heard.append($0) }
    inner.send(.fill)
    #expect(heard == [.fill])
    withExtendedLifetime(subscription) {}
  }

  @Test("Neither retains its core nor is retained by it, and the bindings end with it")
  func release() {
    weak var weakCore: CounterCore?
    weak var weakScreen: CounterScreen?
    var core: CounterCore? = bench.core()
    weakCore = core
    var button: HeadlessButton?
    do {
      let screen = core.map { CounterScreen(reactor: $0) }
      screen?.bind()
      weakScreen = screen
      button = screen?.button
    }
    #expect(weakScreen == nil)
    button?.sendActions(for: .touchUpInside)
    #expect(core?.currentState.count == 0)
    core = nil
    #expect(weakCore == nil)
  }

  @Test("Refuses and reports an action without a reactor")
  func noReactor() {
    let world = HeadlessWorld()
    let screen = CounterScreen(reactor: CounterCore(initialState: .init()))
    world.window.rootViewController = screen
    screen.send(.add(1))
    #expect(world.issues.map(\.code.rawValue) == ["reactorGone"])
  }

  @Test("Reports observing without a reactor")
  func nothingToObserve() {
    let world = HeadlessWorld()
    let core = bench.core()
    let screen = HeadlessScreen(reactor: core.eraseToAnyReactor())
    world.window.rootViewController = screen
    #expect(screen.reactor == nil, "a screen holds its reactor weakly")
    screen.observeState(\.count) { _ in }
    screen.observeDistinctState(\.count) { _ in }
    screen.observeDistinctState(\.count, receiver: core) { _, _ in }
    #expect(world.issues.map(\.code.rawValue) == ["reactorGone", "reactorGone", "reactorGone"])
  }

  @Test("Supports a class with another superclass")
  func protocolForm() {
    let core = bench.core()
    let screen = OtherScreen()
    screen.reactor = core
    screen.bind()
    screen.send(.add(2))
    #expect(screen.heard == [0, 2])
  }
}
