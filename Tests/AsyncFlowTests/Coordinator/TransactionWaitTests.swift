import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Waiting in the body of a transaction for what waits for the transaction")
struct TransactionWaitTests {
  private let home = stack("Home", screen("List"))
  private let headless: HeadlessWorld
  private let world: CoordinatorWorld
  private let flow: ScriptedFlow

  init() {
    headless = HeadlessWorld(root: home)
    world = CoordinatorWorld(context: headless.context)
    flow = ScriptedFlow(root: home)
  }

  /// Runs a transaction of the window in a handler or another task, up to its end.
  private func transact(
    inHandler: Bool, waiting: [String] = [], _ body: @escaping @MainActor () async -> Void
  ) async throws {
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let scheduler = headless.store.scheduler
    var outcome: TransitionOutcome?
    var hasBegun = false
    let transact = { @MainActor in
      outcome = await scheduler.transaction("several") {
        hasBegun = true
        await body()
      }
    }
    flow.onNavigate = { step in
      if step == .number(1) { await transact() }
      return .none
    }
    let task = inHandler ? nil : Task { await transact() }
    if inHandler { world.coordinator.send(TestStep.number(1)) }
    while !hasBegun { await letOthersRun() }
    let left = try await headless.context.settled(within: 2).map(\.description)
    if waiting.isEmpty {
      #expect(left == [])
      await task?.value
      #expect(outcome == .performed)
    } else {
      #expect(left == waiting)
      world.coordinator.stop()
      await task?.value
      try await headless.context.settled(within: 2)
    }
    flow.onNavigate = nil
  }

  @Test(
    "A child that finishes in the step in which it appears has a result", arguments: [false, true])
  func resultInFirstStep(inHandler: Bool) async throws {
    let child = ScriptedFlow(root: screen("Child"))
    var results: [FlowResult<Int>] = []
    child.onNavigate = { [home, unowned child] _ in
      home.present(child.root.viewController, animated: false)
      return .finish(1)
    }
    try await transact(inHandler: inHandler) {
      results.append(
        await world.coordinator.result(of: child, with: OneStepper(TestStep.start), as: Int.self))
    }
    #expect(results == [.value(1)])
    #expect(world.issues == [])
    child.onNavigate = nil
  }

  @Test("A child that waits for the user in the body is listed", arguments: [false, true])
  func listsChild(inHandler: Bool) async throws {
    let child = ScriptedFlow(root: screen("Child"))
    let transaction = "several (waits for the result of ScriptedFlow)"
    let waiting =
      inHandler
      ? [transaction, "step number(1) in ScriptedFlow (waits for the result of ScriptedFlow)"]
      : [transaction]
    try await transact(inHandler: inHandler, waiting: waiting) {
      _ = await world.coordinator.result(
        of: child, with: OneStepper(TestStep.start), as: Int.self)
    }
    #expect(child.handled == [.start])
    #expect(world.issues == [])
  }

  @Test("A link that the body starts selects a tab after the transaction")
  func linkStarted() async {
    let hidden = stack("Second", screen("Detail"))
    let bar = tabs("Main", stack("First", screen("List")), hidden)
    let headless = HeadlessWorld(root: bar)
    let world = CoordinatorWorld(context: headless.context)
    let flow = ScriptedFlow(root: hidden)
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    var link: DeepLink?
    await headless.store.scheduler.transaction("several") {
      link = world.coordinator.start(DeepLinkPlan(steps: [TestStep.number(2)]))
      for _ in 0..<10 { await letOthersRun() }
      #expect(bar.selectedIndex == 0)
      #expect(flow.handled == [.start])
    }
    await world.coordinator.settled()
    #expect(link?.outcome == .arrived)
    #expect(bar.selectedIndex == 1)
    #expect(flow.handled == [.start, .number(2)])
    #expect(world.issues == [])
  }

  @Test("A link to a flow in another window arrives in the body", arguments: [false, true])
  func linkElsewhere(inHandler: Bool) async throws {
    let window = HeadlessWindow(platform: headless.platform)
    let other = OtherFlow()
    window.rootViewController = other.screen
    window.makeKeyAndVisible()
    _ = headless.context.store(for: window)
    world.coordinator.coordinate(flow: other, with: OneStepper(OtherStep.other))
    var outcomes: [DeepLinkOutcome] = []
    try await transact(inHandler: inHandler) {
      outcomes.append(
        await world.coordinator.follow(DeepLinkPlan([.init(OtherStep.other, in: OtherFlow.self)])))
    }
    #expect(outcomes == [.arrived])
    #expect(other.handled == [.other, .other])
    #expect(world.issues == [])
  }
}
