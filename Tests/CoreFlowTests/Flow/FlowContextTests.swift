import CoreFlow
import TestSupport
import Testing

private enum WaitAction {
  case retry(Gate)
  case debounce(Int)
  case throttle(Int)
  case work(Gate)
  case set(Int)
}

private final class WaitCore: Core<WaitAction, Int> {
  override func reduce(state: inout Int, action: WaitAction) -> Effect<WaitAction> {
    switch action {
    case .debounce(let value): return .send(.set(value)).debounce(id: "d", for: 0.3)
    case .throttle(let value): return .send(.set(value)).throttle(id: "t", for: 0.3)
    case .work(let gate): return .run { @MainActor _ in await gate.pass() }
    case .retry(let gate):
      return .run { @MainActor send in
        await gate.pass()
        if gate.arrivals == 1 { throw FirstTry() }
        await send(.set(gate.arrivals))
      }.retry(1, after: 5)
    case .set(let value): state = value
    }
    return .none
  }
}

private final class WaitFlow: ScreenLessFlow<WaitCore> {
  override func createCore() -> WaitCore { WaitCore(initialState: 0) }
}

private final class EmptyCore: ScreenLessCore {}

private final class EmptyFlow: ScreenLessFlow<EmptyCore> {
  override func createCore() -> EmptyCore { EmptyCore() }
}

@MainActor
@Suite("The context of a flow")
struct FlowContextTests {
  private let bench = Bench()
  private let root: EmptyFlow

  init() {
    root = EmptyFlow(context: bench.context)
    _ = root.core
  }

  private var isSettled: Bool { bench.context.activity.isIdle }

  @Test("A core that is used before its flow is attached receives the parent's context then")
  func usedBefore() async {
    let flow = WaitFlow()
    let core = flow.core
    core.send(.set(1))
    #expect(core.context === NavigationContext.shared)
    root.attach(flow, by: .none)
    #expect(core.context === bench.context)
    #expect(flow.context === bench.context)
    core.send(.debounce(2))
    #expect(bench.clock.sleeperCount == 1)
    bench.clock.advance(by: 0.3)
    #expect(core.currentState == 2)
    root.detach(flow)
    core.send(.set(3))
    #expect(bench.codes == ["coreResigned"])
  }

  @Test("A subtree that is built before it is attached receives the context of its new parent")
  func subtree() async {
    let top = EmptyFlow()
    let middle = WaitFlow()
    let leaf = WaitFlow()
    middle.attach(leaf, by: .none)
    top.attach(middle, by: .none)
    leaf.core.send(.set(1))
    #expect(leaf.core.context === NavigationContext.shared)
    root.attach(top, by: .none)
    for flow in [middle, leaf] {
      #expect(flow.core.context === bench.context)
      #expect(flow.leakDetector === bench.context.leakDetector)
    }
    #expect(top.core.context === bench.context)
    leaf.core.send(.debounce(2))
    bench.clock.advance(by: 0.3)
    #expect(leaf.core.currentState == 2)
    leaf.attach(middle, by: .none)
    #expect(bench.codes == ["alreadyAttached"])
  }

  @Test(
    "A flow that is attached in another context releases the one it has left",
    arguments: [false, true])
  func releasesContext(isRootShownByHand: Bool) async throws {
    let flow = WaitFlow()
    weak var old: NavigationContext?
    do {
      let context = NavigationContext(clock: ManualNavigationClock())
      context.leakDetector.isEnabled = false
      old = context
      let top = EmptyFlow(context: context)
      top.attach(flow, by: .none)
      let gate = Gate()
      gate.open()
      flow.core.send(.work(gate))
      try await flow.core.exhaust()
      top.detach(flow)
      #expect(flow.context === context)
    }
    let world = HeadlessWorld(root: screen("Empty"))
    let shown = ProbeFlow("shown", Journal())
    if isRootShownByHand {
      world.window.rootViewController = shown.screen
      await world.context.settled()
      shown.attach(flow, by: .none)
    } else {
      root.attach(flow, by: .none)
    }
    #expect(flow.context === (isRootShownByHand ? world.context : bench.context))
    await Drain.mainQueue()
    #expect(old == nil)
  }

  @Test("An idle core releases the context of a window that its screen has left")
  func idleCore() async throws {
    let flow = ProbeFlow("flow", Journal())
    weak var old: NavigationContext?
    do {
      let first = HeadlessWorld(root: screen("Empty"))
      old = first.context
      first.context.leakDetector.isEnabled = false
      first.window.rootViewController = flow.screen
      await first.context.settled()
      #expect(flow.context === first.context)
      let gate = Gate()
      gate.open()
      flow.core.send(.work(gate))
      try await flow.core.exhaust()
      first.window.rootViewController = screen("Empty")
      await first.context.settled()
    }
    let second = HeadlessWorld(root: screen("Empty"))
    second.window.rootViewController = flow.screen
    await second.context.settled()
    #expect(flow.context === second.context)
    await Drain.mainQueue()
    #expect(old == nil)
    flow.core.send(.debounce)
    #expect(second.clock.sleeperCount == 1)
  }

  @Test("A flow's new context tracks its running effects, and its later ones")
  func runningEffects() async {
    let old = NavigationContext(clock: ManualNavigationClock())
    let top = EmptyFlow()
    let flow = WaitFlow()
    top.attach(flow, by: .none)
    let other = EmptyFlow(context: old)
    other.attach(top, by: .none)
    let gate = Gate()
    flow.core.send(.work(gate))
    #expect(!old.activity.isIdle)
    other.detach(top)
    #expect(flow.context === old)
    root.attach(top, by: .none)
    top.attach(flow, by: .none)
    #expect(flow.context === bench.context)
    #expect(!isSettled)
    gate.open()
    #expect(await bench.context.settled() == [])
    #expect(isSettled)
    let second = Gate()
    flow.core.send(.work(second))
    #expect(!isSettled)
    second.open()
    #expect(await bench.context.settled() == [])
    #expect(await old.settled() == [])
  }

  @Test("Effects that run before their flow is attached are tracked by the new context")
  func runningBefore() async {
    let flow = WaitFlow()
    let gate = Gate()
    flow.core.send(.work(gate))
    #expect(isSettled)
    root.attach(flow, by: .none)
    #expect(!isSettled)
    gate.open()
    #expect(await bench.context.settled() == [])
  }

  @Test("Work of a core without a screen follows its flow into another context")
  func workBefore() async {
    let flow = EmptyFlow()
    let gate = Gate()
    flow.core.run("early") { _ in await gate.pass() }
    #expect(isSettled)
    #expect(
      !NavigationContext.shared.activity.running.filter { $0.name.hasSuffix("early") }.isEmpty)
    root.attach(flow, by: .none)
    #expect(bench.context.activity.running.map(\.name) == ["EmptyCore: early"])
    #expect(NavigationContext.shared.activity.running.filter { $0.name.hasSuffix("early") }.isEmpty)
    flow.core.run("late") { _ in await gate.pass() }
    #expect(bench.context.activity.running.count == 2)
    gate.open()
    #expect(await bench.context.settled() == [])
  }

  @Test("A throttle that began on another clock opens after its interval")
  func throttle() async {
    let flow = WaitFlow()
    flow.core.send(.throttle(1))
    #expect(flow.core.currentState == 1)
    root.attach(flow, by: .none)
    flow.core.send(.throttle(2))
    #expect(flow.core.currentState == 1)
    bench.clock.advance(by: 0.3)
    #expect(flow.core.currentState == 2)
    bench.clock.advance(by: 0.3)
    flow.core.send(.throttle(3))
    #expect(flow.core.currentState == 3)
  }

  @Test("A pause between two attempts of work that began on another clock is one of the new clock")
  func retriedOnNewClock() async {
    let flow = WaitFlow()
    let gate = Gate()
    flow.core.send(.retry(gate))
    await gate.arrival()
    root.attach(flow, by: .none)
    gate.open()
    #expect(await bench.context.settled().count == 1)
    #expect(bench.clock.sleeperCount == 1)
    bench.clock.advance(by: 5)
    #expect(await bench.context.settled() == [])
    #expect(flow.core.currentState == 2)
  }

  @Test("A detached flow retains its context until it is attached elsewhere")
  func detached() {
    let other = NavigationContext(clock: ManualNavigationClock())
    let otherRoot = EmptyFlow(context: other)
    let flow = WaitFlow()
    root.attach(flow, by: .none)
    _ = flow.core
    root.detach(flow)
    #expect(flow.context === bench.context)
    otherRoot.attach(flow, by: .none)
    #expect(flow.core.context === other)
    otherRoot.detach(flow)
    #expect(flow.core.context === other)
  }

  @Test("A flow and a core with their own context retain it")
  func own() {
    let own = NavigationContext(clock: ManualNavigationClock())
    let flow = EmptyFlow(context: own)
    root.attach(flow, by: .none)
    #expect(flow.context === own)
    #expect(flow.core.context === own)
  }

  @Test("Two flows that have been each other's parent find a context")
  func turnedAround() {
    let a = EmptyFlow()
    let b = EmptyFlow()
    a.attach(b, by: .none)
    a.detach(b)
    root.attach(b, by: .none)
    #expect(a.context === NavigationContext.shared)
    b.attach(a, by: .none)
    #expect(a.core.context === bench.context)
    b.detach(a)
    root.detach(b)
    root.attach(a, by: .none)
    a.attach(b, by: .none)
    #expect(b.core.context === bench.context)
  }

  @Test("A procedure that starts before its flow is attached sleeps on the flow's clock")
  func procedure() async {
    let flow = WaitFlow()
    let gate = Gate()
    var log: [String] = []
    var failures = 1
    let step = ProcedureSteps { (core: WaitCore, _: Void) in
      await gate.pass()
      log.append("try")
      failures -= 1
      if failures >= 0 { throw FirstTry() }
      return (core, ())
    }
    let procedure = Procedure<WaitCore>()
    procedure.keepsSettledWaiting = true
    procedure.onStep(step.retry(1, after: 5)).commit()
    let handle = procedure.start(flow.core)
    await gate.arrival()
    root.attach(flow, by: .none)
    gate.open()
    await bench.clock.waitForSleepers()
    #expect(await bench.context.settled().count == 1)
    #expect(log == ["try"])
    bench.clock.advance(by: 5)
    _ = await handle.value()
    #expect(log == ["try", "try"])
  }

  @Test("A core retains no context that it has left, once its effects there have ended")
  func leftContexts() async throws {
    let flow = WaitFlow()
    flow.leakDetector.isEnabled = false
    let core = flow.core
    var contexts: [() -> NavigationContext?] = []
    // In every other window, the effect ends after the flow has left.
    var running: [Gate] = []
    for number in 0..<4 {
      let context = NavigationContext(clock: bench.clock)
      context.leakDetector.isEnabled = false
      contexts.append { [weak context] in context }
      let window = EmptyFlow(context: context)
      window.attach(flow, by: .none)
      let gate = Gate()
      let handle = core.send(.work(gate))
      await gate.arrival()
      if number.isMultiple(of: 2) {
        gate.open()
        await handle.finish()
      } else {
        running.append(gate)
      }
      window.detach(flow)
    }
    root.attach(flow, by: .none)
    for gate in running { gate.open() }
    try await core.exhaust()
    // A flow that is attached retains the context from which it came.
    root.detach(flow)
    root.attach(flow, by: .none)
    #expect(contexts.map { $0() == nil } == [true, true, true, true])
  }

  @Test("A context that a core has left does not wait for later effects")
  func leftContextSettles() async throws {
    let other = Bench()
    let flow = WaitFlow()
    root.attach(flow, by: .none)
    let gate = Gate()
    let handle = flow.core.send(.work(gate))
    await gate.arrival()
    root.detach(flow)
    let window = EmptyFlow(context: other.context)
    window.attach(flow, by: .none)
    #expect(!isSettled)
    gate.open()
    await handle.finish()
    #expect(isSettled)
    flow.core.send(.debounce(1))
    #expect(await other.context.settled().count == 1)
    #expect(await bench.context.settled() == [])
    other.clock.advance(by: 1)
    #expect(flow.core.currentState == 1)
  }
}

private struct FirstTry: Error {}
