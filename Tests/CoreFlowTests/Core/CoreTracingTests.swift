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
        == [
          "flow.started", "core.activated", "user", "action", "effect.began", "action",
          "effect.ended",
        ])
    #expect(trace.events.map(\.cause) == [nil, 1, nil, 3, 4, 5, 5])
    #expect(
      trace.events.filter { $0.kind == .action }.map(\.subject)
        == ["ProbeAction.work", "ProbeAction.note"])
    #expect(trace.events[3].owner == "ProbeCore")
  }

  @Test("An effect and a procedure that have waited follow from what has resumed them")
  func resumed() async throws {
    let trace = context.startTrace()
    let core = CounterCore(initialState: .init())
    let flow = CounterFlow(core, context: context)
    _ = flow.core
    let gate = ActivityGate("an answer", context: context)
    let procedure = Procedure<CounterCore>()
    procedure.onStep { core in
      try await gate.wait()
      core.send(.add(1))
      return (core, ())
    }
    .commit()
    trace.user("begin") {
      procedure.start(core, context: context).store(in: &core.store)
      core.send(
        .perform(
          .run { @MainActor send in
            try await gate.wait()
            await send(.add(2))
          }))
    }
    await context.settled()
    trace.user("answer") { gate.open() }
    await context.settled()
    let answer = try #require(trace.events.last { $0.kind == .user })
    let additions = trace.events.filter { $0.subject == "CounterAction.add" }
    #expect(additions.map(\.cause) == [answer.number, answer.number])
    let ends = trace.events.filter { $0.kind == .procedureEnded || $0.kind == .effectEnded }
    #expect(ends.map(\.cause) == [answer.number, answer.number])
    trace.note("outside")
    #expect(trace.events.last?.cause == nil)
  }

  enum Kind: Hashable { case search }

  @Test("An effect has the name of its identifier, and a text only if values are recorded")
  func effectNames() async throws {
    for includesValues in [false, true] {
      let trace = context.startTrace(.init(includesValues: includesValues))
      let core = CounterCore(initialState: .init())
      let flow = CounterFlow(core, context: context)
      _ = flow.core
      let effect = Effect<CounterAction>.run { _ in }
      await core.send(.perform(effect.cancellable(id: Kind.search))).finish()
      await core.send(.perform(effect.cancellable(id: "secret"))).finish()
      await core.send(.perform(effect)).finish()
      #expect(
        trace.events.filter { $0.kind == .effectEnded }.map(\.subject)
          == ["Kind.search", includesValues ? "secret" : "effect", "effect"])
    }
  }

  @Test("A core is active from its flow's start to its end, and its screen is known by its node")
  func activation() async throws {
    let probe = ProbeWorld()
    let trace = probe.world.context.startTrace()
    let child = probe.flow("child")
    await probe.root.attach(child, by: .push)?.value()
    let node = child.screen.lifecycle.id
    child.core.lastWord = "bye"
    probe.home.userDidTapBack()
    await probe.world.context.settled()
    let events = trace.events
    let flow = try #require(events.first { $0.kind == .flowStarted })
    let core = try #require(events.first { $0.kind == .coreActivated })
    #expect(core.subject == "ProbeCore")
    #expect(core.owner == "ProbeFlow")
    #expect(core.cause == flow.number)
    let screens = events.filter { $0.kind == .flowScreen || $0.kind == .coreScreen }
    #expect(screens.map(\.node) == [node, node])
    #expect(screens.map(\.work) == [flow.number, core.number])
    let entered = try #require(events.first { $0.kind == .tree })
    #expect(entered.change.map { "\($0)" }?.contains("\(node)") ?? false)
    let tail = events.drop { $0.number <= entered.number }.filter {
      [.action, .coreResigned, .flowEnded].contains($0.kind)
    }
    #expect(tail.map(\.kind) == [.action, .coreResigned, .flowEnded])
    #expect(tail.dropFirst().map(\.work) == [core.number, flow.number])
    let left = try #require(events.last { $0.kind == .tree })
    #expect(tail.map(\.cause) == [left.number, left.number, left.number])
  }

  @Test("What a core does when it becomes active follows from its activation")
  func activeCore() throws {
    let trace = context.startTrace()
    let flow = EagerFlow(context: context)
    _ = flow.core
    let activation = try #require(trace.events.first { $0.kind == .coreActivated })
    #expect(trace.events.last?.kind == .action)
    #expect(trace.events.last?.cause == activation.number)
  }

  final class EagerCore: Core<Int, Int> {
    override func didBecomeActive() { send(1) }
  }
  final class EagerFlow: Flow<EagerCore, HeadlessScreen<EagerCore>> {
    override func createCore() -> EagerCore { EagerCore(initialState: 0) }
  }

  @Test("A flow that moves to another context ends in the trace of the first one")
  func moved() throws {
    let old = NavigationContext.shared.startTrace()
    defer { old.stop() }
    let new = context.startTrace()
    let child = SecretFlow()
    _ = child.core
    let parent = ProbeFlow("parent", journal, context: context)
    _ = parent.core
    parent.attach(child, by: .none)
    let kinds: [TraceEvent.Kind] = [.flowStarted, .coreActivated, .coreResigned, .flowEnded]
    let ofChild = old.events.filter { $0.subject?.hasPrefix("Secret") ?? false }
    #expect(ofChild.map(\.kind) == kinds)
    #expect(ofChild.last?.detail == "it moved to another context")
    let now = new.events.filter { $0.subject?.hasPrefix("Secret") ?? false }
    #expect(now.map(\.kind) == [.flowStarted, .coreActivated])
    let count = old.events.count
    child.core.send(1)
    #expect(old.events.count == count)
    #expect(new.events.last?.kind == .action)
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
      kinds(trace)
        == ["flow.started", "core.activated", "procedure.began", "action", "procedure.ended"])
    #expect(trace.events[3].cause == 3)
    #expect(trace.events[4].work == 3)
    #expect(trace.events[4].outcome == "completed")
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
