import CoreFlow
import TestSupport
import Testing

private struct Broken: Error {}

/// The subject of these procedures; it behaves as a test configures it.
@MainActor
private final class Guide {
  var log: [String] = []
  var gate = Gate()
  var failures = 0

  nonisolated init() {}

  func number(_ number: Int) async throws -> (Guide, Int) {
    log.append("number \(number)")
    if failures > 0 {
      failures -= 1
      throw Broken()
    }
    return (self, number)
  }

  func wait() async -> (Guide, Void) {
    log.append("wait")
    await gate.pass()
    return (self, ())
  }
}

@MainActor
private protocol Starter {
  func start(_ onFinish: @escaping @MainActor () -> Void) -> ProcedureHandle
}

/// Starts a procedure as code for CoreFlow-C7T does.
private struct EarlierStarter: Starter {
  let procedure: Procedure<Guide>
  let guide: Guide

  @available(*, deprecated)
  func start(_ onFinish: @escaping @MainActor () -> Void) -> ProcedureHandle {
    procedure.start(guide) { onFinish() }
  }
}

private final class GivenFlow: ScreenLessFlow<ProbeCore> {
  let given: ProbeCore

  init(_ core: ProbeCore) {
    given = core
    super.init()
  }

  override func createCore() -> ProbeCore { given }
}

private final class OwnContextFlow: ScreenLessFlow<CounterCore> {
  let bench: Bench

  init(_ bench: Bench) {
    self.bench = bench
    super.init(context: bench.context)
  }

  override func createCore() -> CounterCore { bench.core() }
}

@MainActor
@Suite("A procedure")
struct ProcedureTests {
  let bench = Bench()
  private let guide = Guide()

  private func outcome(
    _ procedure: Procedure<Guide>, _ act: (ProcedureHandle) async -> Void = { _ in }
  ) async -> String {
    var heard: [String] = []
    let handle = procedure.start(guide, context: bench.context) { heard.append("\($0)") }
    await act(handle)
    let outcome = await handle.value()
    #expect(heard == [outcome.map { "\($0)" }].compactMap { $0 })
    return heard.first.map { String($0.prefix { $0 != "(" }) } ?? "none"
  }

  @Test("Has the outcome of the first of thousands of committed chains that did not complete")
  func manyChains() async {
    struct Failed: Error { let number: Int }
    let count = 10_000
    let gates = (0..<count).map { _ in Gate() }
    let procedure = Procedure<Guide>()
    for number in 0..<count {
      procedure.onStep { guide in
        await gates[number].pass()
        // Of the two chains that fail, the first committed one fails last.
        if number == 10 || number == count - 10 { throw Failed(number: number) }
        return (guide, ())
      }
      .finalStep { guide, _ in guide.log.append("\(number)") }
    }
    let handle = procedure.start(guide, context: bench.context)
    for gate in gates.reversed() { gate.open() }
    guard case .failed(let error, _) = await handle.value() else {
      Issue.record("\(String(describing: handle.outcome))")
      return
    }
    #expect((error as? Failed)?.number == 10)
    #expect(guide.log.count == count - 2)
    #expect(bench.context.activity.isIdle)
  }

  @Test("Ends a test's wait with an error that names the run")
  func impatientTest() async throws {
    let procedure = Procedure<Guide>()
    procedure.onStep { await $0.wait() }.commit()
    let handle = procedure.start(guide, context: bench.context)
    await guide.gate.arrival()
    let wait = Task { try await handle.value(within: 5) }
    await bench.timeoutClock.spendTimeout()
    let error = await #expect(throws: UnsettledError.self) { try await wait.value }
    #expect(error?.running.map(\.name) == ["Procedure<Guide>"])
    let cancelled = Task { try await handle.value(within: 5) }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(handle.outcome == nil)
    guide.gate.open()
    guard case .completed = try await handle.value(within: 5) else {
      Issue.record("\(String(describing: handle.outcome))")
      return
    }
  }

  @Test("Runs its steps in turn, each with the typed value of the one before")
  func completes() async {
    let procedure = Procedure<Guide>()
    procedure.onStep { try await $0.number(1) }
      .onStep { guide, number in try await guide.number(number + 1) }
      .finalStep { guide, number in guide.log.append("final \(number)") }
    #expect(await outcome(procedure) == "completed")
    #expect(guide.log == ["number 1", "number 2", "final 2"])
    guide.log = []
    #expect(await outcome(procedure) == "completed")
    #expect(guide.log == ["number 1", "number 2", "final 2"])
  }

  @Test("settled() waits for it if requested, but not while its chains wait at gates")
  func settles() async {
    let procedure = Procedure<Guide>()
    procedure.keepsSettledWaiting = true
    let gate = ActivityGate("the user", context: bench.context)
    let fork = procedure.onStep { guide in
      try await gate.wait()
      return (guide, 1)
    }.fork()
    fork.finalStep { guide, _ in guide.log.append("first") }
    fork.finalStep { guide, _ in guide.log.append("second") }
    let handle = procedure.start(guide, context: bench.context)
    #expect(
      await bench.context.settled().compactMap(\.waitingFor).sorted() == [
        "the shared steps", "the user",
      ])
    gate.open()
    #expect(await bench.context.settled() == [])
    #expect(guide.log == ["first", "second"])
    #expect(handle.outcome.map { "\($0)" } == "completed")
  }

  @Test("An error ends it, and skips later steps")
  func fails() async {
    let procedure = Procedure<Guide>()
    procedure.onStep { try await $0.number(1) }
      .onStep { (_, _) -> (Guide, Int) in throw Broken() }
      .finalStep { guide, _ in guide.log.append("never") }
    #expect(await outcome(procedure) == "failed at step 2 ")
    #expect(guide.log == ["number 1"])
  }

  @Test("A step without a value stops it early, and is named")
  func stopsEarly() async {
    let procedure = Procedure<Guide>()
    procedure.onStep { _ -> (Guide, Int) in throw ProcedureStop() }
      .finalStep { guide, _ in guide.log.append("never") }
    #expect(await outcome(procedure) == "stopped early at step 1 ")
    #expect(guide.log.isEmpty)
  }

  @Test("Cancelling its handle ends it at once, during any step, and once")
  func cancelled() async {
    let procedure = Procedure<Guide>()
    procedure.onStep { await $0.wait() }
      .finalStep { guide, _ in guide.log.append("never") }
    let text = await outcome(procedure) { handle in
      await guide.gate.arrival()
      handle.cancel()
      handle.cancel()
      if case .cancelled(.requested)? = handle.outcome {} else { Issue.record("no outcome yet") }
    }
    #expect(text == "cancelled: on request")
    guide.gate.open()
    #expect(guide.log == ["wait"])
  }

  @Test("A closure without parameters is called after a completion, and not after a cancellation")
  func completionOnly() async {
    let procedure = Procedure<Guide>()
    procedure.onStep { await $0.wait() }.commit()
    var count = 0
    let starter: any Starter = EarlierStarter(procedure: procedure, guide: guide)
    let handle = starter.start { count += 1 }
    await guide.gate.arrival()
    handle.cancel()
    #expect(count == 0)
    guide.gate.open()
    let other = starter.start { count += 1 }
    _ = await other.value()
    #expect(count == 1)
  }

  @Test("A procedure can cancel its runs")
  func cancelsItsRuns() async {
    let procedure = Procedure<Guide>()
    procedure.onStep { await $0.wait() }.commit()
    let handles = [
      procedure.start(guide, context: bench.context),
      procedure.start(guide, context: bench.context),
    ]
    await guide.gate.arrival()
    procedure.cancel()
    procedure.cancel()
    #expect(handles.compactMap(\.outcome).count == 2)
    guide.gate.open()
  }

  @Test("A step that throws CancellationError cancels it")
  func cancelledByStep() async {
    let procedure = Procedure<Guide>()
    procedure.onStep { _ -> (Guide, Int) in throw CancellationError() }.commit()
    #expect(await outcome(procedure) == "cancelled: by step 1 ")
  }

  @Test("Releasing its handle cancels it; stored in a core, it ends with the core")
  func released() async {
    let procedure = Procedure<Guide>()
    procedure.onStep { await $0.wait() }.commit()
    var heard: [String] = []
    do {
      let handle = procedure.start(guide) { heard.append("\($0)") }
      withExtendedLifetime(handle) {}
    }
    await Drain.mainQueue()
    #expect(heard == ["cancelled: on request"])
    do {
      let core = bench.core()
      procedure.start(guide) { heard.append("\($0)") }.store(in: &core.store)
    }
    await Drain.mainQueue()
    #expect(heard.count == 2)
    guide.gate.open()
  }

  @Test("A property that is given another handle may be used at the end of the first run")
  func replaced() async {
    @MainActor
    final class Opener {
      var link: ProcedureHandle?
      var links: Set<Cancellation> = []
      var ends: [Bool] = []
    }
    let procedure = Procedure<Guide>()
    procedure.onStep { await $0.wait() }.commit()
    let opener = Opener()
    for _ in 0..<2 {
      opener.link = procedure.start(guide) { [weak opener] _ in
        opener?.ends.append(opener?.link?.outcome == nil)
      }
    }
    await Drain.mainQueue()
    #expect(opener.ends == [true])

    procedure.start(guide) { [weak opener] _ in
      opener?.ends.append(opener?.links.isEmpty ?? false)
    }.store(in: &opener.links)
    opener.links.removeAll()
    await Drain.mainQueue()
    #expect(opener.ends == [true, true])
    guide.gate.open()
  }

  @Test("A flow that ends cancels the step that runs on it, whose clock is the flow's")
  func flowEnds() async throws {
    let flow = ProbeFlow("flow", Journal(), context: bench.context)
    _ = flow.core
    let gate = Gate()
    let procedure = Procedure<ProbeFlow>()
    procedure.onStep { flow -> (ProbeFlow, Void) in
      await gate.pass()
      return (flow, ())
    }
    .finalStep { _, _ in Issue.record("The flow has ended.") }
    let handle = procedure.start(flow)
    await gate.arrival()
    flow.finish()
    #expect(
      "\(try #require(handle.outcome))".hasPrefix("cancelled: ProbeCore resigned during step 1"))
    gate.open()
  }

  @Test("A step on a core that has resigned ends the run at once", arguments: [false, true])
  func hasResigned(isFlow: Bool) async {
    let flow = ProbeFlow("flow", Journal(), context: bench.context)
    let core = flow.core
    flow.finish()
    let handles: [ProcedureHandle]
    if isFlow {
      let procedure = Procedure<ProbeFlow>()
      procedure.onStep { flow in (flow, Issue.record("began")) }.commit()
      handles = [procedure.start(flow)]
    } else {
      let procedure = Procedure<ProbeCore>()
      procedure.onStep { core in (core, Issue.record("began")) }.commit()
      // The second step's target has resigned, too.
      let guided = Procedure<Guide>()
      guided.onStep { _ in (core, ()) }
        .finalStep { _, _ in Issue.record("began") }
      handles = [procedure.start(core), guided.start(guide, context: bench.context)]
    }
    await bench.context.settled()
    for (number, handle) in zip(handles.indices, handles) {
      let outcome = handle.outcome
      let step = "cancelled: ProbeCore resigned during step \(number + 1)"
      #expect(outcome?.description.hasPrefix(step) == true, "\(String(describing: outcome))")
    }
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("So does a step on a flow that has ended before its core was made")
  func endedWithoutCore() async {
    let flow = ProbeFlow("flow", Journal(), context: bench.context)
    let root = ProbeFlow("root", Journal(), context: bench.context)
    let parent = ProbeFlow("ended", Journal(), context: bench.context)
    parent.start(under: nil)
    parent.finish()
    flow.start(under: parent)
    flow.finish()
    let procedure = Procedure<ProbeFlow>()
    procedure.onStep { _ in (flow, ()) }
      .finalStep { _, _ in Issue.record("began") }
    let handle = procedure.start(root)
    await bench.context.settled()
    let text = handle.outcome?.description
    #expect(text?.hasPrefix("cancelled: ProbeCore resigned during step 2") == true)
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("A step on a core with its own context ends the run at once if the core's flow has ended")
  func ownContextOfEndedFlow() async {
    let flow = OwnContextFlow(bench)
    flow.finish()
    let procedure = Procedure<CounterCore>()
    procedure.onStep { core in (core, Issue.record("began")) }.commit()
    let handle = procedure.start(flow.core)
    await bench.context.settled()
    let text = handle.outcome?.description
    #expect(text?.hasPrefix("cancelled: CounterCore resigned during step 1") == true)
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("A run ends when the core resigns whose activation a step awaits")
  func resignsWhileAwaited() async {
    let parent = ProbeFlow("ended", Journal(), context: bench.context)
    parent.start(under: nil)
    parent.finish()
    let child = ProbeFlow("child", Journal())
    child.start(under: parent)
    let procedure = Procedure<ProbeCore>()
    procedure.onStep { core in (core, Issue.record("began")) }.commit()
    let handle = procedure.start(child.core)
    await bench.clock.waitForSleepers()
    child.finish()
    await bench.context.settled()
    let text = handle.outcome?.description
    #expect(text?.hasPrefix("cancelled: ProbeCore resigned during step 1") == true)
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("A step waits until its core is active")
  func waitsForActive() async {
    let parent = ProbeFlow("ended", Journal(), context: bench.context)
    parent.start(under: nil)
    parent.finish()
    let child = ProbeFlow("child", Journal())
    child.start(under: parent)
    let core = child.core
    let procedure = Procedure<ProbeCore>()
    procedure.onStep { core in (core, core.isActive) }
      .finalStep { core, wasActive in core.send(.note("\(wasActive)")) }
    let handle = procedure.start(core)
    await bench.clock.waitForSleepers()
    #expect(core.journal.entries.isEmpty)
    child.start(under: nil)
    let outcome = await handle.value()
    #expect(outcome.map { "\($0)" } == "completed")
    #expect(core.journal.entries == ["child active", "child true"])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test(
    "A step does not begin that waited for its core, if the run ends before its turn",
    arguments: [false, true])
  func endsBeforeItsTurn(isLate: Bool) async {
    let parent = ProbeFlow("ended", Journal(), context: bench.context)
    parent.start(under: nil)
    parent.finish()
    let child = ProbeFlow("child", Journal())
    child.start(under: parent)
    let procedure = Procedure<ProbeCore>()
    procedure.onStep { core in
      Issue.record("began after the end")
      return (core, ())
    }.commit()
    let handle = procedure.start(child.core)
    await bench.clock.waitForSleepers()
    await bench.context.settled()
    child.start(under: nil)
    if isLate { bench.clock.advance(by: procedure.activationTimeout) } else { handle.cancel() }
    let outcome = handle.outcome.map { "\($0)" } ?? "none"
    #expect(outcome.hasPrefix(isLate ? "timed out at step 1" : "cancelled: on request"))
    await letOthersRun()
    await letOthersRun()
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("A run ends when its core resigns before the first step's turn", arguments: [false, true])
  func resignsBeforeTheFirstStep(isFlow: Bool) async {
    let flow = ProbeFlow("flow", Journal(), context: bench.context)
    let core = flow.core
    let handle: ProcedureHandle
    if isFlow {
      let procedure = Procedure<ProbeFlow>()
      procedure.onStep { flow in (flow, Issue.record("began")) }.commit()
      handle = procedure.start(flow)
    } else {
      let procedure = Procedure<ProbeCore>()
      procedure.onStep { core in (core, Issue.record("began")) }.commit()
      handle = procedure.start(core)
    }
    flow.finish()
    let outcome = await handle.value()
    #expect(outcome?.description.hasPrefix("cancelled: ProbeCore resigned during step 1") == true)
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("A run ends when the core of a failed step resigns during the pause before a retry")
  func resignsDuringPause() async {
    let flow = ProbeFlow("flow", Journal(), context: bench.context)
    let procedure = Procedure<ProbeCore>()
    let steps = ProcedureSteps<ProbeCore, Void, ProbeCore, Void> { _, _ in throw Broken() }
    procedure.onStep(steps.retry(1, after: 100)).commit()
    let handle = procedure.start(flow.core)
    await bench.clock.waitForSleepers()
    flow.finish()
    let outcome = handle.outcome.map { "\($0)" }
    #expect(outcome?.hasPrefix("cancelled: ProbeCore resigned during step 1") == true)
    await letOthersRun()
    await letOthersRun()
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("A running step goes on when its core waits for a parent; the next one waits for the core")
  func waitsMeanwhile() async {
    let parent = ProbeFlow("ended", Journal(), context: bench.context)
    parent.start(under: nil)
    parent.finish()
    let core = ProbeCore("x", Journal())
    let gate = Gate()
    let procedure = Procedure<ProbeCore>()
    procedure.onStep { core -> (ProbeCore, Void) in
      await gate.pass()
      core.send(.note("first"))
      return (core, ())
    }
    .finalStep { core, _ in core.send(.note("second \(core.isActive)")) }
    let handle = procedure.start(core, context: bench.context)
    await gate.arrival()
    let flow = GivenFlow(core)
    flow.start(under: parent)
    _ = flow.core
    #expect(handle.outcome == nil)
    gate.open()
    await bench.clock.waitForSleepers()
    #expect(core.journal.entries == ["x first"])
    flow.start(under: nil)
    let outcome = await handle.value()
    #expect(outcome.map { "\($0)" } == "completed")
    #expect(core.journal.entries == ["x first", "x active", "x second true"])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("Names a core that does not become active in time")
  func timesOut() async {
    let core = ProbeCore("x", Journal())
    let parent = ProbeFlow("ended", Journal(), context: bench.context)
    parent.start(under: nil)
    parent.finish()
    let flow = ProbeFlow("flow", Journal())
    flow.start(under: parent)
    let inactive = flow.core
    let procedure = Procedure<ProbeCore>()
    procedure.activationTimeout = 3
    procedure.onStep { core in (inactive, core.name) }
      .finalStep { _, _ in Issue.record("ran on an inactive core") }
    let handle = procedure.start(core, context: bench.context)
    await bench.clock.waitForSleepers()
    bench.clock.advance(by: 3)
    let outcome = await handle.value()
    guard case .timedOut(let location, let whom)? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
    #expect(location.number == 2)
    #expect(whom == "ProbeCore")
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test("Steps can have their own deadline")
  func deadline() async {
    let procedure = Procedure<Guide>()
    procedure.onStep(
      ProcedureSteps { (guide: Guide, _: Void) in await guide.wait() }.deadline(5)
    ).commit()
    let text = await outcome(procedure) { _ in
      await guide.gate.arrival()
      bench.clock.advance(by: 5)
    }
    #expect(text == "timed out at step 1 ")
    guide.gate.open()
  }

  @Test("A core that resigns cancels its running step")
  func resigns() async {
    let flow = ProbeFlow("flow", Journal(), context: bench.context)
    let gate = Gate()
    let procedure = Procedure<ProbeCore>()
    procedure.onStep { core -> (ProbeCore, Void) in
      await gate.pass()
      return (core, ())
    }.commit()
    let handle = procedure.start(flow.core)
    await gate.arrival()
    flow.finish()
    let text = handle.outcome.map { "\($0)" } ?? ""
    #expect(text.hasPrefix("cancelled: ProbeCore resigned during step 1"))
    gate.open()
  }

  @Test("Chains of a fork run side by side on one run of the shared steps")
  func fork() async {
    let procedure = Procedure<Guide>()
    let fork = procedure.onStep { try await $0.number(1) }.fork()
    fork.onStep { guide, number in try await guide.number(number + 10) }.commit()
    fork.onStep { guide, number in try await guide.number(number + 20) }.commit()
    #expect(await outcome(procedure) == "completed")
    #expect(guide.log.first == "number 1")
    #expect(Set(guide.log) == ["number 1", "number 11", "number 21"])
    #expect(guide.log.count == 3)
  }

  @Test("A failing chain leaves the others running, with one outcome at the end")
  func forkFails() async {
    let procedure = Procedure<Guide>()
    let fork = procedure.onStep { try await $0.number(1) }.fork()
    fork.onStep { (_, _) -> (Guide, Int) in throw Broken() }.commit()
    fork.onStep { guide, _ in await guide.wait() }
      .finalStep { guide, _ in guide.log.append("end") }
    let text = await outcome(procedure) { handle in
      await guide.gate.arrival()
      #expect(handle.outcome == nil)
      guide.gate.open()
    }
    #expect(text == "failed at step 2 ")
    #expect(guide.log == ["number 1", "wait", "end"])
  }

  @Test("An error in shared steps fails all chains at the same step")
  func sharedFails() async {
    let procedure = Procedure<Guide>()
    let fork = procedure.onStep { _ -> (Guide, Int) in throw Broken() }.fork()
    fork.commit()
    fork.finalStep { guide, _ in guide.log.append("never") }
    #expect(await outcome(procedure) == "failed at step 1 ")
    #expect(guide.log.isEmpty)
  }

  @Test("Steps are values: composed, shared by procedures, chosen at a branch")
  func reuse() async {
    let one = ProcedureSteps { (guide: Guide, _: Void) in try await guide.number(1) }
    let add = ProcedureSteps { (guide: Guide, number: Int) in try await guide.number(number + 1) }
    let twice = add.onStep(add)
    let procedure = Procedure<Guide>()
    procedure.onStep(one).onStep(twice)
      .branch { _, number in number > 2 ? add : twice }
      .finalStep { guide, number in guide.log.append("final \(number)") }
    #expect(await outcome(procedure) == "completed")
    let other = Procedure<Guide>()
    other.onStep(one.onStep(add)).branch { _, number in number > 2 ? add : twice }
      .finalStep { guide, number in guide.log.append("final \(number)") }
    #expect(await outcome(other) == "completed")
    #expect(guide.log.filter { $0.hasPrefix("final") } == ["final 4", "final 4"])
  }

  @Test("Retries steps up to a limit, after a pause, if the condition allows")
  func retry() async {
    let step = ProcedureSteps { (guide: Guide, _: Void) in try await guide.number(1) }
    guide.failures = 2
    let procedure = Procedure<Guide>()
    procedure.onStep(step.retry(2, after: 1)).commit()
    let text = await outcome(procedure) { _ in
      for _ in 0..<2 {
        await bench.clock.waitForSleepers()
        bench.clock.advance(by: 1)
      }
    }
    #expect(text == "completed")
    #expect(guide.log.count == 3)
    guide.failures = 2
    let once = Procedure<Guide>()
    once.onStep(step.retry(1)).commit()
    #expect(await outcome(once) == "failed at step 1 ")
    guide.failures = 1
    let never = Procedure<Guide>()
    never.onStep(step.retry(5) { !($0 is Broken) }).commit()
    #expect(await outcome(never) == "failed at step 1 ")
  }

  @Test("Starting without a committed chain ends at once, and is reported")
  func notCommitted() async {
    let procedure = Procedure<Guide>()
    _ = procedure.onStep { try await $0.number(1) }
    #expect(await outcome(procedure) == "cancelled: no chain had been committed")
    #expect(bench.codes == ["notCommitted"])
    #expect(guide.log.isEmpty)
  }

  @Test("Releases everything after any outcome", arguments: Ending.allCases)
  func retainsNothing(ending: Ending) async {
    weak var weakGuide: Guide?
    weak var weakProcedure: Procedure<Guide>?
    let gate = Gate()
    var handle: ProcedureHandle?
    do {
      let guide = Guide()
      let procedure = Procedure<Guide>()
      weakGuide = guide
      weakProcedure = procedure
      guide.gate = gate
      procedure.onStep(
        ProcedureSteps { (guide: Guide, _: Void) in await guide.wait() }.deadline(1)
      ).finalStep { guide, _ in
        switch ending {
        case .failed: throw Broken()
        case .stoppedEarly: throw ProcedureStop()
        default: guide.log = []
        }
      }
      handle = procedure.start(guide, context: bench.context)
    }
    await gate.arrival()
    switch ending {
    case .cancelled: handle?.cancel()
    case .timedOut: bench.clock.advance(by: 1)
    default: break
    }
    gate.open()
    #expect(await handle?.value() != nil)
    await Drain.mainQueue()
    #expect(weakGuide == nil)
    #expect(weakProcedure == nil)
    #expect(bench.clock.sleeperCount == 0)
  }

  enum Ending: CaseIterable {
    case completed, failed, stoppedEarly, cancelled, timedOut
  }
}
