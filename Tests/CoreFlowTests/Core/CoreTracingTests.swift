import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("What features add to a trace")
struct CoreTracingTests {
  let journal = Journal()
  let context = NavigationContext(clock: ManualNavigationClock())

  private func kinds(_ trace: NavigationTrace) -> [String] { trace.events.map(\.kind.rawValue) }

  @Test("An action follows from the tap, its effect from the action, and the next action from that")
  func effect() async throws {
    let trace = context.startTrace()
    let flow = ProbeFlow("a", journal, context: context)
    let core = flow.core
    let gate = Gate()
    let handle = trace.user("tap \"Work\"") { core.send(.work(gate)) }
    await gate.arrival()
    gate.open()
    await handle.finish()
    #expect(
      kinds(trace)
        == ["flow.started", "user", "action", "effect.began", "action", "effect.ended"])
    #expect(trace.events.dropFirst().map(\.cause) == [nil, 2, 3, 4, 4])
    #expect(
      trace.events.filter { $0.kind == .action }.map(\.subject)
        == ["ProbeAction.work", "ProbeAction.note"])
    #expect(trace.events[2].owner == "ProbeCore")
  }

  @Test("An effect that is cancelled ends when its closure has returned")
  func cancelled() async {
    let trace = context.startTrace()
    let gate = Gate()
    let flow = ProbeFlow("a", journal, context: context)
    let handle = flow.core.send(.work(gate))
    await gate.arrival()
    handle.cancel()
    #expect(kinds(trace).last == "effect.began")
    gate.open()
    await handle.finish()
    #expect(kinds(trace).last == "effect.cancelled")
  }

  @Test("An action that is sent while another one is handled follows from that one")
  func queued() throws {
    let trace = context.startTrace()
    let core = CounterCore(initialState: .init())
    let flow = CounterFlow(core, context: context)
    _ = flow.core
    trace.user("tap") {
      core.send(.perform(.send(.sendBoth(.add(1), .add(2)))))
      trace.note("after")
    }
    let actions = trace.events.filter { $0.kind == .action }
    #expect(
      actions.map(\.subject)
        == [
          "CounterAction.perform", "CounterAction.sendBoth", "CounterAction.add",
          "CounterAction.add",
        ])
    let numbers = actions.map(\.number)
    #expect(actions.dropFirst().map(\.cause) == [numbers[0], numbers[1], numbers[1]])
    #expect(trace.events.last?.cause == trace.events.first { $0.kind == .user }?.number)
  }

  final class CounterFlow: Flow<CounterCore, ProbeScreen> {
    private let counter: CounterCore
    init(_ counter: CounterCore, context: NavigationContext) {
      self.counter = counter
      super.init(context: context)
    }
    override func createCore() -> CounterCore { counter }
  }

  @Test("A debounced effect follows from the action that has started it")
  func debounced() async throws {
    let clock = ManualNavigationClock()
    let context = NavigationContext(clock: clock)
    let trace = context.startTrace()
    let core = CounterCore(initialState: .init())
    let flow = CounterFlow(core, context: context)
    _ = flow.core
    let effect = Effect<CounterAction>.run { send in await send(.add(1)) }
    core.send(.perform(effect.debounce(id: "search", for: 1)))
    clock.advance(by: 2)
    await context.settled()
    let action = try #require(trace.events.first { $0.kind == .action })
    #expect(trace.events.first { $0.kind == .effectBegan }?.cause == action.number)
    withExtendedLifetime(flow) {}
  }

  struct Secret: TraceHidden { var password = "a" }
  final class SecretCore: Core<Int, Secret> {
    override func reduce(state: inout Secret, action: Int) -> Effect<Int> {
      state.password += "b"
      return .none
    }
  }
  final class SecretFlow: Flow<SecretCore, HeadlessScreen<SecretCore>> {
    override func createCore() -> SecretCore { SecretCore(initialState: .init()) }
  }

  @Test("The change of a hidden state is never recorded")
  func hidden() {
    let trace = context.startTrace(.init(includesValues: true))
    let flow = SecretFlow(context: context)
    flow.core.send(1)
    #expect(trace.events.last?.kind == .action)
    #expect(trace.events.last?.difference == nil)
    #expect(flow.core.currentState.password == "ab")
  }

  @Test("A trace that has stopped is released, although cores were traced")
  func released() {
    let flow = ProbeFlow("a", journal, context: context)
    weak var weakTrace: NavigationTrace?
    do {
      let trace = context.startTrace()
      weakTrace = trace
      flow.core.send(.note("one"))
      #expect(trace.events.last?.kind == .action)
      trace.stop()
    }
    #expect(weakTrace == nil)
    flow.core.send(.note("two"))
  }

  @Test("The change of a state is recorded only if values are", arguments: [false, true])
  func difference(includesValues: Bool) throws {
    let trace = context.startTrace(.init(includesValues: includesValues))
    let flow = ProbeFlow("a", journal, context: context)
    flow.core.send(.note("hello"))
    let action = try #require(trace.events.last)
    #expect(action.subject == (includesValues ? "ProbeAction.note(\"hello\")" : "ProbeAction.note"))
    #expect((action.difference?.contains("+ 1") ?? false) == includesValues)
  }

  @Test("A flow begins and ends once, its screen's removal is the cause, and its actions stop")
  func flow() async throws {
    let probe = ProbeWorld()
    let trace = probe.world.context.startTrace()
    let child = probe.flow("child")
    await probe.root.attach(child, by: .push)?.value()
    probe.home.userDidTapBack()
    await probe.world.context.settled()
    let events = trace.events
    let start = try #require(events.first { $0.kind == .flowStarted })
    let end = try #require(events.last { $0.kind == .flowEnded })
    #expect(start.owner == "ProbeFlow")
    #expect(end.work == start.number)
    #expect(end.cause == events.last { $0.kind == .tree }?.number)
    #expect(end.detail == "dismissedByUser")
    #expect(events.filter { $0.kind == .flowEnded }.count == 1)
  }

  @Test("A trace that has stopped records nothing more")
  func stopped() {
    let trace = context.startTrace()
    let flow = ProbeFlow("a", journal, context: context)
    flow.core.send(.note("one"))
    trace.stop()
    let count = trace.events.count
    flow.core.send(.note("two"))
    #expect(trace.events.count == count)
    #expect(flow.core.currentState == 2)
  }

  @Test("A procedure begins and ends, and what its steps do follows from it")
  func procedure() async throws {
    let trace = context.startTrace()
    let flow = ProbeFlow("a", journal, context: context)
    let procedure = Procedure<ProbeCore>()
    procedure.onStep { core in
      core.send(.note("step"))
      return (core, ())
    }
    .commit()
    let handle = procedure.start(flow.core, context: context)
    _ = await handle.value()
    #expect(
      kinds(trace) == ["flow.started", "procedure.began", "action", "procedure.ended"])
    #expect(trace.events[2].cause == 2)
    #expect(trace.events[3].work == 2)
    #expect(trace.events[3].outcome == "completed")
  }

  @Test("A journey begins and ends")
  func journey() async {
    let probe = ProbeWorld()
    let trace = probe.world.context.startTrace()
    _ = await probe.root.travel(to: probe.root.place)
    #expect(
      trace.events.filter { $0.kind == .journeyBegan }.map(\.subject) == ["a journey of ProbeFlow"])
    #expect(trace.events.filter { $0.kind == .journeyEnded }.map(\.outcome) == ["arrived"])
  }

  @Test("A leak is recorded once, with its path")
  func leak() throws {
    let clock = ManualNavigationClock()
    let context = NavigationContext(clock: clock)
    context.issues.handler = { _ in }
    context.leakDetector.isEnabled = true
    let trace = context.startTrace()
    let object = Journal()
    context.leakDetector.expectDeallocate(object, path: "Root › Film")
    clock.advance(by: 2)
    #expect(trace.events.map(\.kind) == [.leak])
    #expect(trace.events.first?.subject == "Journal")
    #expect(trace.events.first?.owner == "Root › Film")
    withExtendedLifetime(object) {}
  }
}
