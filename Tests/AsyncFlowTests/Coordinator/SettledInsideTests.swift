import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Settled, called inside work that it waits for")
struct SettledInsideTests {
  @MainActor
  private final class Log {
    private(set) var entries: [String] = []
    func note(_ entry: String) { entries.append(entry) }
  }

  private let world = CoordinatorWorld()

  private func settle(_ context: NavigationContext, _ log: Log) async {
    await context.settled()
    log.note("settled")
  }

  @Test("In a handler it returns when all else has settled, and outside when the handler has ended")
  func handler() async {
    let flow = ScriptedFlow()
    var log: [String] = []
    let slow = world.context.run("work") {
      for _ in 0..<10 { await letOthersRun() }
      log.append("work")
    }
    flow.onNavigate = { [context = world.context] step in
      guard step == .start else { return .none }
      let waiting = await context.settled()
      log.append("inside: \(waiting)")
      for _ in 0..<10 { await letOthersRun() }
      log.append("handled")
      return .none
    }
    let stepper = TestStepper(TestStep.start)
    stepper.send(.number(1))
    world.coordinator.coordinate(flow: flow, with: stepper)
    #expect(await world.coordinator.settled() == [])
    // What waits for the caller itself waits for nothing outside.
    #expect(log == ["work", "inside: []", "handled"])
    #expect(flow.handled == [.start, .number(1)])
    withExtendedLifetime(slow) {}
  }

  @Test("So it does in adapt, in two handlers that both call it, and with a deadline")
  func several() async throws {
    let flows = [ScriptedFlow(), ScriptedFlow()]
    var count = 0
    flows[0].onAdapt = { [context = world.context] step in
      await context.settled()
      count += 1
      return step
    }
    flows[1].onNavigate = { [context = world.context] _ in
      _ = try? await context.settled(within: 1)
      count += 1
      return .none
    }
    for flow in flows {
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    }
    #expect(await world.coordinator.settled() == [])
    #expect(count == 2)
  }

  @Test("So it does in a task of the context, in its children, and in a transaction")
  func contextAndTransaction() async {
    let context = world.context
    let log = Log()
    let work = context.run("work") {
      await context.settled()
      async let child: Void = settle(context, log)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { await context.settled() } }
      }
      await child
      await context.defaultScheduler.transaction("moves") {
        await settle(context, log)
      }
    }
    #expect(await context.settled() == [])
    #expect(log.entries == ["settled", "settled"])
    withExtendedLifetime(work) {}
  }

  @Test("A handler whose child tasks wait at gates is listed, until the last gate is open")
  func gatesInChildren() async {
    let flow = ScriptedFlow()
    let gates = ["a user", "posts", "friends"].map { ActivityGate($0, context: world.context) }
    let log = Log()
    flow.onNavigate = { step in
      guard step == .start else { return .none }
      async let user: Void? = try? gates[0].wait()
      async let posts: Void? = try? gates[1].wait()
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          try? await gates[2].wait()
          for _ in 0..<5 { await letOthersRun() }
          await log.note("friends")
        }
      }
      _ = await (user, posts)
      log.note("all")
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    // The child tasks arrive at their gates in any order.
    let waiting = await world.coordinator.settled()
    #expect(waiting.map(\.name) == ["step start in ScriptedFlow"])
    #expect(["a user", "posts", "friends"].contains(waiting.first?.waitingFor))
    gates[2].open()
    #expect(!world.context.activity.isIdle)
    #expect(await world.coordinator.settled().count == 1)
    #expect(log.entries == ["friends"])
    gates[0].open()
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "step start in ScriptedFlow (waits for posts)"
      ])
    gates[1].open()
    #expect(await world.coordinator.settled() == [])
    #expect(log.entries == ["friends", "all"])
  }

  @Test("A transaction whose child tasks wait at gates is listed, until the last gate is open")
  func gatesInTransaction() async {
    let context = NavigationContext(clock: ManualNavigationClock())
    let gates = ["a user", "posts"].map { ActivityGate($0, context: context) }
    let log = Log()
    let transaction = Task {
      await context.defaultScheduler.transaction("moves") {
        async let user: Void? = try? gates[0].wait()
        async let posts: Void? = try? gates[1].wait()
        _ = await (user, posts)
        log.note("all")
      }
    }
    while gates.contains(where: { $0.waiterCount == 0 }) { await letOthersRun() }
    #expect(await context.settled().map(\.name) == ["moves"])
    gates[0].open()
    #expect(
      await context.settled().map(\.description) == ["moves (waits for posts)"])
    #expect(log.entries == [])
    gates[1].open()
    #expect(await context.settled() == [])
    #expect(log.entries == ["all"])
    #expect(await transaction.value == .performed)
  }

  @Test("A transaction that works beside a child task that waits is not settled")
  func workBesideAGate() async {
    let context = NavigationContext(clock: ManualNavigationClock())
    let gate = ActivityGate("a user", context: context)
    let log = Log()
    let transaction = Task {
      await context.defaultScheduler.transaction("moves") {
        async let user: Void? = try? gate.wait()
        while gate.waiterCount == 0 { await letOthersRun() }
        for _ in 0..<10 { await letOthersRun() }
        log.note("worked")
        _ = await user
      }
    }
    while gate.waiterCount == 0 { await letOthersRun() }
    #expect(
      await context.settled().map(\.description) == ["moves (waits for a user)"])
    #expect(log.entries == ["worked"])
    gate.open()
    #expect(await transaction.value == .performed)
  }

  @Test("A child task may end its wait after the context of its work was released")
  func childOutlivesTheContext() async {
    let clock = ManualNavigationClock()
    let log = Log()
    var context: NavigationContext? = NavigationContext(clock: clock)
    weak var activity: ActivityTracker?
    activity = context?.activity
    let work = context?.run("work") {
      async let sleep: Void? = try? clock.sleep(for: 1)
      _ = await sleep
      log.note("slept")
    }
    await context?.settled()
    context = nil
    #expect(activity == nil)
    clock.advance(by: 1)
    while log.entries.isEmpty { await letOthersRun() }
    withExtendedLifetime(work) {}
  }

  @Test("A handler whose child waits may await a child flow, and is resumed by that alone")
  func gateAndResult() async {
    let (flow, child) = (ScriptedFlow(), ScriptedFlow())
    let gate = ActivityGate("a user", context: world.context)
    let stepper = TestStepper()
    var results: [FlowResult<Int>] = []
    child.onNavigate = { _ in .finish(3) }
    flow.onNavigate = { [unowned coordinator = world.coordinator] _ in
      async let user: Void? = try? gate.wait()
      for _ in 0..<300 { await letOthersRun() }
      results.append(await coordinator.result(of: child, with: stepper, as: Int.self))
      _ = await user
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    while world.log.filter({ $0 == "started: ScriptedFlow" }).count < 2 { await letOthersRun() }
    gate.open()
    #expect(await world.coordinator.settled().count == 1)
    #expect(results == [])
    stepper.send(.number(1))
    #expect(await world.coordinator.settled() == [])
    #expect(results == [.value(3)])
    flow.onNavigate = nil
  }
}
