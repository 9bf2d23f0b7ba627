import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Work of a stepper")
struct StepperWorkTests {
  private final class Model: FlowStepper {
    @Steps var steps
    let gate: ActivityGate
    var log: [String] = []
    var startsWhenReady = false

    init(_ gate: ActivityGate) { self.gate = gate }

    func readyToEmitSteps() { if startsWhenReady { load() } }

    func load() { run("load") { model in await model.perform() } }

    private func perform() async {
      do {
        try await gate.wait()
        log.append("loaded")
      } catch {
        log.append("cancelled")
      }
    }
  }

  /// The stepper of a flow, which only has an initial step.
  private final class Launch: FlowStepper {
    let steps = NoSteps()
    let initialStep: any Step = TestStep.number(1)
    let gate: ActivityGate
    var wasCancelled = false
    var startsWhenReady = true
    init(_ gate: ActivityGate) { self.gate = gate }
    func readyToEmitSteps() { if startsWhenReady { start() } }
    func start() {
      run("warm up") { stepper in
        stepper.wasCancelled = (try? await stepper.gate.wait()) == nil
      }
    }
  }

  private let home = stack("Home", screen("List"))
  private let headless: HeadlessWorld
  private let world: CoordinatorWorld
  private let gate: ActivityGate
  private let flow: ScriptedFlow

  init() {
    headless = HeadlessWorld(root: home)
    world = CoordinatorWorld(context: headless.context)
    gate = ActivityGate("the answer", context: headless.context)
    flow = ScriptedFlow(root: home)
  }

  /// Pushes a page with the model.
  private func show(_ model: any Stepper) async {
    flow.onNavigate = { [home] step in
      guard step == .start else { return .none }
      let page = screen("Page")
      home.pushViewController(page, animated: false)
      return .one(.contribute(presentable: page, stepper: model))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    flow.onNavigate = nil
  }

  @Test("Work is waited for, and ends by itself", arguments: [false, true])
  func completes(isEarly: Bool) async {
    let model = Model(gate)
    if isEarly { model.load() } else { model.startsWhenReady = true }
    await show(model)
    #expect(
      await world.coordinator.settled().map(\.description) == [
        "Model: load (waits for the answer)"
      ])
    gate.open()
    #expect(await world.coordinator.settled() == [])
    #expect(model.log == ["loaded"])
  }

  @Test("Leaving the screen cancels the work and releases the model, which the work used")
  func leaves() async {
    weak var released: Model?
    do {
      let model = Model(gate)
      model.startsWhenReady = true
      released = model
      await show(model)
    }
    #expect(released != nil)
    home.popViewController(animated: false)
    #expect(await world.coordinator.settled() == [])
    #expect(released == nil)
    #expect(gate.waiterCount == 0)
  }

  @Test("The end of the flow, and of the coordinator, cancels the work", arguments: [false, true])
  func ends(isStopped: Bool) async {
    let model = Model(gate)
    model.startsWhenReady = true
    await show(model)
    if isStopped {
      world.coordinator.stop()
    } else {
      flow.onNavigate = { _ in .end }
      await world.coordinator.navigate(to: TestStep.end)
    }
    #expect(await world.coordinator.settled() == [])
    #expect(model.log == ["cancelled"])
  }

  @Test("What is started after the end is refused and reported; a new contribution opens again")
  func late() async {
    let model = Model(gate)
    await show(model)
    home.popViewController(animated: false)
    await world.coordinator.settled()
    model.load()
    #expect(headless.issues.map(\.code.rawValue) + world.issueCodes == ["workAfterEnd"])
    #expect(world.issues.first?.fileID?.hasSuffix("StepperWorkTests.swift") == true)
    let again = ScriptedFlow(root: home)
    again.onNavigate = { [home] _ in
      let page = screen("Again")
      home.pushViewController(page, animated: false)
      return .one(.contribute(presentable: page, stepper: model))
    }
    world.coordinator.coordinate(flow: again, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    model.load()
    gate.open()
    await world.coordinator.settled()
    #expect(model.log == ["loaded"])
  }

  @Test("What is started after the cancellation of earlier work is refused, too")
  func lateAfterWork() async {
    let model = Model(gate)
    model.startsWhenReady = true
    await show(model)
    home.popViewController(animated: false)
    await world.coordinator.settled()
    model.load()
    #expect(world.issueCodes == ["workAfterEnd"])
    gate.open()
    #expect(await world.coordinator.settled() == [])
    #expect(model.log == ["cancelled"])
  }

  @Test(
    "Work is cancelled if its flow ends before the contribution of its model, alone or composed",
    arguments: [false, true])
  func endedBefore(isComposed: Bool) async {
    let model = Model(gate)
    let stepper: any Stepper = isComposed ? CompositeStepper(steppers: [model]) : model
    let door = Gate()
    flow.onNavigate = { _ in
      model.load()
      await door.wait()
      return .one(.contribute(presentable: screen("Page"), stepper: stepper))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await door.someone()
    world.coordinator.stop()
    door.open()
    #expect(await world.context.settled() == [])
    #expect(model.log == ["cancelled"])
    model.load()
    #expect(world.issueCodes == ["workAfterEnd"])
    flow.onNavigate = nil
  }

  @Test("Work of a model that is contributed for two screens ends with the second")
  func twoScreens() async {
    let model = Model(gate)
    let pages = [screen("A"), screen("B")]
    flow.onNavigate = { [home] step in
      guard step == .start else { return .none }
      for page in pages { home.pushViewController(page, animated: false) }
      return .multiple(pages.map { .contribute(presentable: $0, stepper: model) })
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    model.load()
    home.popViewController(animated: false)
    #expect(await world.coordinator.settled().count == 1)
    home.popViewController(animated: false)
    #expect(await world.coordinator.settled() == [])
    #expect(model.log == ["cancelled"])
  }

  @Test("Work of a model in a composite ends with the composite’s screen", arguments: [1, 2])
  func composed(depth: Int) async {
    let model = Model(gate)
    model.startsWhenReady = true
    var stepper: any Stepper = model
    for _ in 0..<depth {
      stepper = CompositeStepper(steppers: [OneStepper(TestStep.number(1)), stepper])
    }
    await show(stepper)
    #expect(await world.coordinator.settled().map(\.name) == ["Model: load"])
    home.popViewController(animated: false)
    #expect(await world.coordinator.settled() == [])
    #expect(model.log == ["cancelled"])
    model.load()
    #expect(world.issueCodes == ["workAfterEnd"])
  }

  @Test("Work of a model that is contributed alone and in a composite ends with the last of both")
  func composedAndAlone() async {
    let model = Model(gate)
    let pages = [screen("A"), screen("B")]
    flow.onNavigate = { [home] step in
      guard step == .start else { return .none }
      for page in pages { home.pushViewController(page, animated: false) }
      return .multiple(
        .contribute(presentable: pages[1], stepper: CompositeStepper(steppers: [model])),
        .contribute(presentable: pages[0], stepper: model))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    model.load()
    home.popViewController(animated: false)
    #expect(await world.coordinator.settled().count == 1)
    flow.onNavigate = { _ in .end }
    await world.coordinator.navigate(to: TestStep.end)
    #expect(await world.coordinator.settled() == [])
    #expect(model.log == ["cancelled"])
  }

  @Test("Work of a stepper that only has first steps ends with the flow")
  func firstStepsOnly() async {
    let launch = Launch(gate)
    world.coordinator.coordinate(flow: flow, with: launch)
    #expect(await world.coordinator.settled().map(\.name) == ["Launch: warm up"])
    world.coordinator.stop()
    #expect(await world.coordinator.settled() == [])
    #expect(launch.wasCancelled)
  }

  @Test("So does work that such a stepper starts later")
  func startedLater() async {
    let launch = Launch(gate)
    launch.startsWhenReady = false
    world.coordinator.coordinate(flow: flow, with: launch)
    await world.coordinator.settled()
    launch.start()
    #expect(await world.coordinator.settled().map(\.name) == ["Launch: warm up"])
    world.coordinator.stop()
    #expect(await world.coordinator.settled() == [])
    #expect(launch.wasCancelled)
    launch.start()
    #expect(world.issueCodes == ["workAfterEnd"])
  }

  @Test("A handle cancels the work, letting go of it does not; without a coordinator a test waits")
  func alone() async {
    let model = Model(gate)
    model.run("first") { model in model.log.append("first") }
    await model.finishWork()
    #expect(model.log == ["first"])
    let handle = model.run("second") { model in
      model.log.append(Task.isCancelled ? "cancelled" : "second")
    }
    handle.cancel()
    await model.finishWork()
    #expect(model.log == ["first", "cancelled"])
  }

  @Test("Without a coordinator, work that sleeps on a clock that stands still is listed")
  func aloneAsleep() async {
    let clock = ManualNavigationClock()
    let model = Model(gate)
    model.run("pause") { model in
      try? await clock.sleep(for: 3)
      model.log.append("first")
      try? await clock.sleep(for: 4)
      model.log.append("second")
    }
    for time in [3, 7] {
      #expect(
        await model.finishWork().map(\.description) == [
          "Model: pause (waits for the manual clock to reach \(time) s)"
        ])
      clock.advance(by: clock.timeToNextSleeper ?? 0)
    }
    #expect(await model.finishWork() == [])
    #expect(model.log == ["first", "second"])
  }

  @Test("Work that has begun to sleep before it has a context is listed in that")
  func asleepBeforeContribution() async {
    let clock = ManualNavigationClock()
    let model = Model(gate)
    model.run("pause") { _ in try? await clock.sleep(for: 3) }
    await clock.waitForSleepers()
    await show(model)
    #expect(await world.coordinator.settled().map(\.name) == ["Model: pause"])
    clock.advance(by: 3)
    #expect(await world.coordinator.settled() == [])
  }

  @Test(
    "Work that awaits the end of the work waits for the other work alone", arguments: [false, true])
  func awaitedByItself(hasContext: Bool) async {
    let model = Model(gate)
    if hasContext { await show(model) }
    for name in ["first", "second"] {
      model.run(name) { model in
        await model.finishWork()
        model.log.append(name)
      }
    }
    model.run("third") { model in
      for _ in 0..<5 { await letOthersRun() }
      model.log.append("third")
    }
    #expect(await model.finishWork() == [])
    #expect(model.log.sorted() == ["first", "second", "third"])
    #expect(model.log.last != "third")
  }

  @Test("A task that awaits the end of the work learns what the work waits for")
  func awaited() async {
    let model = Model(gate)
    await show(model)
    model.load()
    var left: [[String]] = []
    let run = headless.context.run("the test") {
      left.append(await model.finishWork().map(\.description))
    }
    #expect(
      await world.coordinator.settled().map(\.description) == ["Model: load (waits for the answer)"]
    )
    #expect(left == [["Model: load (waits for the answer)"]])
    gate.open()
    #expect(await model.finishWork() == [])
    #expect(model.log == ["loaded"])
    withExtendedLifetime(run) {}
  }
}
