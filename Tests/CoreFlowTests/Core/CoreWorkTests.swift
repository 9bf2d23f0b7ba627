import CoreFlow
import Testing

@MainActor
@Suite("Work of a core")
struct CoreWorkTests {
  private let bench = Bench()

  @Test("Work is waited for as an effect is, and keeps the core no longer than it runs")
  func completes() async throws {
    weak var released: CounterCore?
    do {
      let core = bench.core()
      released = core
      let gate = ActivityGate("the answer", context: core.context)
      let work = core.run("load") { core in
        try? await gate.wait()
        core.send(.add(1))
      }
      #expect(
        await bench.context.settled().map(\.description) == [
          "CounterCore: effect of load (waits for the answer)"
        ])
      gate.open()
      await work.finish()
      try await core.exhaust()
      #expect(core.currentState.count == 1)
    }
    #expect(released == nil)
  }

  @Test("Work that uses its core ends when the flow does, and none begins after that")
  func resigns() async {
    let world = ProbeWorld()
    let gate = ActivityGate("the answer", context: world.world.context)
    var log: [String] = []
    weak var released: ProbeCore?
    do {
      let child = world.flow("child")
      world.root.attach(child, by: .push)
      let core = child.core
      released = core
      core.run("load") { core in
        do { try await gate.wait() } catch { log.append("cancelled \(core.name)") }
      }
      #expect(await world.world.context.settled().count == 1)
      #expect(world.home.userDidTapBack())
      #expect(await world.world.context.settled() == [])
      #expect(log == ["cancelled child"])
      core.run("late") { _ in log.append("late") }
    }
    #expect(await world.world.context.settled() == [])
    #expect(log == ["cancelled child"])
    #expect(world.codes == ["coreResigned"])
    #expect(released == nil)
  }

  @Test("So does the work of a core without state")
  func screenLess() async {
    let world = ProbeWorld()
    let gate = ActivityGate("the answer", context: world.world.context)
    let child = PlainFlow()
    world.root.attach(child, by: .none)
    child.core.run("load") { core in
      do { try await gate.wait() } catch { core.log.append("cancelled") }
    }
    #expect(await world.world.context.settled().map(\.name) == ["PlainCore: load"])
    world.root.detach(child)
    #expect(await world.world.context.settled() == [])
    child.core.run("late") { core in core.log.append("late") }
    #expect(await world.world.context.settled() == [])
    #expect(child.core.log == ["active", "detach", "resign", "cancelled"])
    #expect(world.codes == ["coreResigned"])
  }

  @Test("Work that begins while the core resigns is refused and reported, with and without state")
  func resigning() async {
    let world = ProbeWorld()
    let flow = LateFlow()
    world.root.attach(flow, by: .none)
    world.root.detach(flow)
    #expect(await world.world.context.settled() == [])
    #expect(flow.core.log == ["last word"])
    #expect(world.codes == ["coreResigned"])
    #expect(world.world.issues.first?.fact.contains("‘late’ was not started") == true)
  }

  @Test("An effect whose child tasks wait at gates is listed, and settled inside it returns")
  func children() async {
    let core = bench.core()
    let context = bench.context
    let gates = ["a user", "posts"].map { ActivityGate($0, context: context) }
    core.send(
      .perform(
        .run { send in
          async let user: Void = gates[0].wait()
          async let posts: Void = gates[1].wait()
          _ = try await (user, posts)
          await context.settled()
          await send(.add(1))
        }))
    // The child tasks come to their gates in any order; the first one's reason is listed.
    var reasons: Set<String> = []
    for _ in gates {
      let waiting = await context.settled()
      #expect(waiting.count == 1)
      for gate in gates where gate.reason == waiting.first?.waitingFor {
        reasons.insert(gate.reason)
        gate.open()
      }
    }
    #expect(reasons == ["a user", "posts"])
    #expect(await context.settled() == [])
    #expect(core.currentState.count == 1)
  }
}

/// Starts work in each callback of its end.
private final class LateCore: ScreenLessCore {
  var log: [String] = []

  override func willDetach() {
    run("last word") { core in core.log.append("last word") }
  }

  override func willResignActive() {
    run("late") { core in core.log.append("late") }
  }
}

private final class LateFlow: ScreenLessFlow<LateCore> {
  override func createCore() -> LateCore { LateCore() }
}
