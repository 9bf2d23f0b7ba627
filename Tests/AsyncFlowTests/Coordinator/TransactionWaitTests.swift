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

  private func expectRefusal(of awaited: String, _ waiting: String) {
    #expect(world.issueCodes == ["mutualWait"])
    #expect(
      world.issues.first?.fact
        == "\(awaited) was refused: the transaction ‘several’ would wait for it, and \(waiting) "
        + "for the end of the transaction.")
  }

  enum Showing: CaseIterable, Sendable { case direct, requested, borrowed, inItsFirstStep }

  @Test(
    "A child that the body shows and whose result it awaits is ended and reported",
    arguments: Showing.allCases, [false, true])
  func resultOfShownChild(showing: Showing, inHandler: Bool) async throws {
    let root = showing == .borrowed ? home : stack("Child", screen("Choice"))
    let child = ScriptedFlow(root: root)
    var results: [FlowResult<Int>] = []
    child.onNavigate = { [home, unowned root] _ in
      guard showing == .inItsFirstStep else { return .finish(1) }
      home.present(root, animated: false)
      return .none
    }
    try await transact(inHandler: inHandler) { [context = headless.context] in
      switch showing {
      case .direct: home.present(root, animated: false)
      case .requested: await context.perform(.present(root), on: home)
      case .borrowed, .inItsFirstStep: break
      }
      results.append(
        await world.coordinator.result(of: child, with: OneStepper(TestStep.start), as: Int.self))
    }
    #expect(results == [.cancelled])
    #expect(child.handled == (showing == .inItsFirstStep ? [.start] : []))
    expectRefusal(of: "The result of ScriptedFlow", "ScriptedFlow")
    child.onNavigate = nil
  }

  @Test(
    "A child that finishes in the step in which it appears has a result", arguments: [false, true])
  func resultInFirstStep(inHandler: Bool) async throws {
    let root = screen("Child")
    let child = ScriptedFlow(root: root)
    var results: [FlowResult<Int>] = []
    child.onNavigate = { [home, unowned root] _ in
      home.present(root, animated: false)
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

  @Test(
    "A step in the window is refused that the handler of such a child awaits",
    arguments: [false, true])
  func resultByNestedStep(inHandler: Bool) async throws {
    let child = ScriptedFlow(root: screen("Child"))
    var results: [FlowResult<Int>] = []
    var outcomes: [StepOutcome] = []
    child.onNavigate = { [unowned coordinator = world.coordinator, flow] _ in
      outcomes.append(await coordinator.navigate(to: TestStep.number(2), in: flow).outcome)
      return .finish(1)
    }
    try await transact(inHandler: inHandler) {
      results.append(
        await world.coordinator.result(of: child, with: OneStepper(TestStep.start), as: Int.self))
    }
    #expect(outcomes == [.refused(.mutualWait(["‘several’", "ScriptedFlow", "‘several’"]))])
    #expect(results == [.value(1)])
    expectRefusal(of: "number(2)", "ScriptedFlow")
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

  @Test(
    "A deep link that the body awaits is refused and reported", arguments: [false, true],
    [false, true])
  func link(inHandler: Bool, isStartedBefore: Bool) async throws {
    var outcomes: [DeepLinkOutcome] = []
    try await transact(inHandler: inHandler) {
      let link = world.coordinator.start(DeepLinkPlan(steps: [TestStep.number(2)]))
      if isStartedBefore { for _ in 0..<10 { await letOthersRun() } }
      outcomes.append(await link.value())
    }
    let chain = ["‘several’", "a deep link", "‘several’"]
    #expect(outcomes == [.stopped(hop: 0, .refused(.mutualWait(chain)))])
    #expect(!flow.handled.contains(.number(2)))
    expectRefusal(of: "A deep link", "a deep link")
  }

  @Test(
    "A journey that the body awaits is refused and reported", arguments: [false, true],
    [false, true])
  func journey(inHandler: Bool, isStartedBefore: Bool) async throws {
    var outcomes: [JourneyOutcome] = []
    try await transact(inHandler: inHandler) {
      let journey = world.coordinator.startJourney(to: world.coordinator.place)
      if isStartedBefore { for _ in 0..<10 { await letOthersRun() } }
      outcomes.append(await journey.value())
    }
    #expect(outcomes == [.cancelled])
    expectRefusal(of: "A journey", "a journey")
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

  @Test(
    "Waiting in the body for a flow in the window to be ready is refused and reported",
    arguments: [false, true])
  func readiness(inHandler: Bool) async throws {
    let root = screen("Child")
    let child = ScriptedFlow(root: root)
    var answers: [Bool] = []
    try await transact(inHandler: inHandler) {
      home.present(root, animated: false)
      world.coordinator.coordinate(flow: child, with: OneStepper(TestStep.start))
      answers.append(await child.flowReady)
    }
    #expect(answers == [false])
    #expect(child.handled == [.start])
    expectRefusal(of: "The wait for ScriptedFlow to be ready", "ScriptedFlow")
  }

  @Test(
    "A flow in the window that starts without a step becomes ready in the body",
    arguments: [false, true], [false, true])
  func readinessWithoutStep(inHandler: Bool, isReady: Bool) async throws {
    let root = screen("Child")
    let child = ScriptedFlow(root: root)
    var answers: [Bool] = []
    try await transact(inHandler: inHandler) {
      home.present(root, animated: false)
      world.coordinator.coordinate(flow: child, with: DefaultStepper())
      if isReady { for _ in 0..<10 { await letOthersRun() } }
      answers.append(await child.flowReady)
    }
    #expect(answers == [true])
    #expect(world.issues == [])
  }

  @Test("A step sent to such a flow is awaited, and so is refused")
  func readinessWithSentStep() async throws {
    let root = screen("Child")
    let child = ScriptedFlow(root: root)
    var answers: [Bool] = []
    try await transact(inHandler: false) {
      home.present(root, animated: false)
      let stepper = DefaultStepper()
      world.coordinator.coordinate(flow: child, with: stepper)
      stepper.steps.send(TestStep.start)
      answers.append(await child.flowReady)
    }
    #expect(answers == [false])
    #expect(child.handled == [.start])
    expectRefusal(of: "The wait for ScriptedFlow to be ready", "ScriptedFlow")
  }

  @Test("A ready child in the window does not keep its parent from becoming ready in the body")
  func readinessBesideReadyChild() async throws {
    let (parent, ready, late) = (ScriptedFlow(), ScriptedFlow(root: home), ScriptedFlow())
    let stepper = TestStepper()
    parent.onNavigate = { _ in
      .multiple(
        .contribute(presentable: ready, stepper: DefaultStepper()),
        .contribute(presentable: late, stepper: stepper))
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(await ready.flowReady)
    var answers: [Bool] = []
    try await transact(inHandler: false) {
      async let answer = parent.flowReady
      for _ in 0..<10 { await letOthersRun() }
      stepper.send(.start)
      answers.append(await answer)
    }
    #expect(answers == [true])
    #expect(world.issues == [])
    parent.onNavigate = nil
  }

  @Test("A flow in no window becomes ready in the body", arguments: [false, true])
  func readinessInNoWindow(inHandler: Bool) async throws {
    let child = ScriptedFlow(root: screen("Child"))
    var answers: [Bool] = []
    try await transact(inHandler: inHandler) {
      world.coordinator.coordinate(flow: child, with: OneStepper(TestStep.start))
      answers.append(await child.flowReady)
    }
    #expect(answers == [true])
    #expect(world.issues == [])
  }
}
