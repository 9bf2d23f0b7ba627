import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Steps of screens that are covered after the emission")
struct CoveredStepTests {
  /// A list that opens films in a stack; in manual mode the test ends the transitions.
  @MainActor
  final class Cinema {
    let list = screen("List")
    let home: HeadlessNavigationController
    let bar: HeadlessTabBarController
    let headless: HeadlessWorld
    let world: CoordinatorWorld
    let flow: ScriptedFlow
    let taps = TestStepper()
    var steppers: [String: TestStepper] = [:]
    private let isManual: Bool

    init(
      isManual: Bool = false,
      configure: @escaping (FlowContributor) -> FlowContributor = { $0 }
    ) async {
      self.isManual = isManual
      home = stack("Home", list)
      bar = tabs("Tabs", home, screen("Other"))
      headless = HeadlessWorld(root: bar)
      world = CoordinatorWorld(context: headless.context)
      flow = ScriptedFlow(root: home)
      flow.onNavigate = { [unowned self] step in
        switch step {
        case .start: return .one(configure(.contribute(presentable: list, stepper: taps)))
        case .push(let name):
          let page = screen(name)
          home.pushViewController(page, animated: true)
          let stepper = TestStepper()
          steppers[name] = stepper
          return .one(.contribute(presentable: page, stepper: stepper))
        case .end:
          home.popViewController(animated: true)
          return .none
        default: return .none
        }
      }
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      headless.platform.transitionMode = isManual ? .manual : .immediate
    }

    func settle() async { await world.settle(endingTransitionsOf: isManual ? headless : nil) }

    var names: [String] { home.viewControllers.compactMap(\.restorationIdentifier) }
  }

  @Test(
    "An app in the background goes on: its steps are neither held nor refused",
    arguments: [false, true])
  func background(returns: Bool) async {
    let cinema = await Cinema()
    let scene = HeadlessWindowScene()
    cinema.headless.window.windowScene = scene
    cinema.taps.send(.push("Film"))
    await cinema.settle()
    scene.enterBackground()
    if returns { scene.enterForeground() }
    cinema.steppers["Film"]?.send(.push("Next"))
    await cinema.settle()
    #expect(cinema.names == ["List", "Film", "Next"])
    #expect(cinema.world.notHandled.isEmpty)
  }

  @Test(
    "A screen that is covered while the app is in the background holds its steps, until it is back",
    arguments: [false, true], [false, true])
  func coveredInBackground(returnsBefore: Bool, returnsAfter: Bool) async {
    let cinema = await Cinema()
    let scene = HeadlessWindowScene()
    cinema.headless.window.windowScene = scene
    cinema.taps.send(.push("Film"))
    await cinema.settle()
    scene.enterBackground()
    cinema.steppers["Film"]?.send(.push("Next"))
    await cinema.settle()
    if returnsBefore { scene.enterForeground() }
    cinema.steppers["Film"]?.send(.push("Late"))
    await cinema.settle()
    if returnsAfter { scene.enterForeground() }
    #expect(cinema.names == ["List", "Film", "Next"])
    #expect(cinema.world.context.activity.waiting.count == 1)
    cinema.home.popViewController(animated: false)
    await cinema.settle()
    #expect(cinema.names == ["List", "Film", "Late"])
    #expect(cinema.world.context.activity.waiting == [])
    #expect(cinema.world.notHandled.isEmpty)
  }

  @Test("Opens one film for two quick taps, none on the way back", arguments: [false, true])
  func doubleTap(isManual: Bool) async {
    let cinema = await Cinema(isManual: isManual)
    cinema.taps.send(.push("Film"))
    cinema.taps.send(.push("Film"))
    await cinema.settle()
    #expect(cinema.names == ["List", "Film"])
    #expect(
      cinema.world.notHandled == [
        "push(\"Film\"): "
          + "\(StepOutcome.refused(.covered(by: "ScriptedFlow → push(\"Film\")")))"
      ])
    #expect(cinema.home.userDidTapBack())
    await cinema.settle()
    #expect(cinema.names == ["List"])
    #expect(cinema.world.context.activity.waiting == [])
    cinema.taps.send(.push("Film"))
    await cinema.settle()
    #expect(cinema.names == ["List", "Film"])
  }

  @Test("Opens one film if the second tap comes during the animation")
  func tapDuringAnimation() async {
    let cinema = await Cinema(isManual: true)
    cinema.taps.send(.push("Film"))
    for _ in 0..<5 { await letOthersRun() }
    #expect(cinema.names == ["List", "Film"])
    cinema.taps.send(.push("Other film"))
    await cinema.settle()
    #expect(cinema.names == ["List", "Film"])
    #expect(cinema.world.notHandled.count == 1)
  }

  @Test("Goes back once for two quick taps", arguments: [false, true])
  func doubleBack(isManual: Bool) async {
    let cinema = await Cinema(isManual: isManual)
    cinema.taps.send(.push("A"))
    await cinema.settle()
    cinema.steppers["A"]?.send(.push("B"))
    await cinema.settle()
    cinema.steppers["B"]?.send(.end)
    cinema.steppers["B"]?.send(.end)
    await cinema.settle()
    #expect(cinema.names == ["List", "A"])
    #expect(cinema.world.notHandled == ["end: \(StepOutcome.refused(.dismissed))"])
  }

  @Test("Continues a step that its flow has started when the user selects another tab")
  func begun() async {
    let gate = Gate()
    let cinema = await Cinema()
    cinema.flow.onAdapt = { step in
      await gate.wait()
      return step
    }
    cinema.taps.send(.push("Film"))
    cinema.taps.send(.push("Late film"))
    await gate.someone()
    #expect(cinema.bar.userDidTapTab(at: 1))
    gate.open()
    await cinema.settle()
    #expect(cinema.names == ["List", "Film"])
    #expect(
      cinema.world.notHandled == [
        "push(\"Late film\"): \(StepOutcome.refused(.covered(by: "user")))"
      ])
  }

  @Test("Refuses a step after a slow adapt if an earlier step has covered its screen")
  func slowAdapt() async {
    let gate = Gate()
    let cinema = await Cinema(isManual: true)
    cinema.flow.onAdapt = { step in
      if step == .push("Second") { await gate.wait() }
      return step
    }
    cinema.taps.send(.push("First"))
    cinema.taps.send(.push("Second"))
    await gate.someone()
    cinema.headless.platform.completeAllTransitions()
    gate.open()
    await cinema.settle()
    #expect(cinema.names == ["List", "First"])
  }

  @Test("Holds a covered step if its contribution requests it", arguments: [false, true])
  func hold(isManual: Bool) async {
    let cinema = await Cinema(isManual: isManual) { $0.whenCovered(.hold) }
    var adapted: [TestStep] = []
    cinema.flow.onAdapt = { step in
      adapted.append(step)
      return step == .push("Draft") ? .push("Film") : step
    }
    cinema.taps.send(.push("News"))
    cinema.taps.send(.push("Draft"))
    await cinema.settle()
    #expect(cinema.names == ["List", "News"])
    #expect(cinema.home.userDidTapBack())
    await cinema.settle()
    #expect(cinema.names == ["List", "Film"])
    // Holding a step does not hold the answer of `adapt`.
    #expect(adapted.last == .push("Draft"))
    #expect(cinema.world.notHandled == [])
  }

  @Test("Delivers a covered step to a contribution that takes all", arguments: [false, true])
  func always(isManual: Bool) async {
    let cinema = await Cinema(isManual: isManual) { $0.whenHidden(.always) }
    cinema.taps.send(.push("A"))
    cinema.taps.send(.push("B"))
    await cinema.settle()
    #expect(cinema.names == ["List", "A", "B"])
  }

  @Test("Holds a step that is emitted while the screen is hidden, although it was visible before")
  func hidden() async {
    let cinema = await Cinema()
    cinema.taps.send(.push("Film"))
    await cinema.settle()
    cinema.taps.send(.number(1))
    await cinema.settle()
    #expect(cinema.flow.handled.last == .push("Film"))
    #expect(cinema.home.userDidTapBack())
    await cinema.settle()
    #expect(cinema.flow.handled.last == .number(1))
  }

  @Test("Handles taps on two screens side by side")
  func split() async {
    let (list, page) = (screen("List"), screen("Page"))
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.setViewController(stack("Primary", list), for: .primary)
    split.setViewController(stack("Secondary", page), for: .secondary)
    let world = CoordinatorWorld(HeadlessWorld(root: split))
    let flow = ScriptedFlow(root: split)
    let steppers = [TestStepper(), TestStepper()]
    flow.onNavigate = { step in
      switch step {
      case .start:
        return .multiple(
          .contribute(presentable: list, stepper: steppers[0]),
          .contribute(presentable: page, stepper: steppers[1]))
      case .push(let name):
        page.navigationController?.pushViewController(screen(name), animated: true)
        return .none
      default: return .none
      }
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    steppers[0].send(.number(1))
    steppers[1].send(.push("Film"))
    steppers[0].send(.number(2))
    steppers[1].send(.push("Film"))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1), .push("Film"), .number(2)])
    #expect(world.notHandled.count == 1)
  }

  @Test("Opens one film if the taps are forwarded to the parent", arguments: [false, true])
  func forwards(isManual: Bool) async {
    let cinema = await Cinema(isManual: false)
    let child = ScriptedFlow(root: cinema.list)
    let taps = TestStepper()
    child.onNavigate = { step in
      switch step {
      case .start: .one(.contribute(presentable: cinema.list, stepper: taps))
      // Both belong to one tap: the second one counts although the first covers the list.
      case .push:
        .multiple(.forwardToParent(step: step), .forwardToParent(step: TestStep.number(1)))
      default: .none
      }
    }
    let navigate = cinema.flow.onNavigate
    cinema.flow.onNavigate = { step in
      guard step == .child("List") else { return await navigate?(step) ?? .none }
      return .one(.contribute(presentable: child, stepper: OneStepper(.start)))
    }
    await cinema.world.coordinator.navigate(to: TestStep.child("List"), in: cinema.flow)
    await cinema.settle()
    cinema.headless.platform.transitionMode = isManual ? .manual : .immediate
    taps.send(.push("Film"))
    taps.send(.push("Film"))
    for _ in 0..<20 {
      for _ in 0..<5 { await letOthersRun() }
      cinema.headless.platform.completeAllTransitions()
    }
    await cinema.world.coordinator.settled()
    #expect(cinema.names == ["List", "Film"])
    #expect(cinema.flow.handled.filter { $0 == .number(1) }.count == 1)
    #expect(cinema.world.notHandled.count == 2)
  }

  @Test(
    "Starts one child for two quick taps, although it shows its screen later",
    arguments: [false, true], [false, true])
  func children(isManual: Bool, hasOneStep: Bool) async {
    let cinema = await Cinema(isManual: isManual)
    var children: [WeakReference<ScriptedFlow>] = []
    let navigate = cinema.flow.onNavigate
    cinema.flow.onNavigate = { step in
      guard case .child = step else { return await navigate?(step) ?? .none }
      let child = ScriptedFlow(root: cinema.home)
      children.append(WeakReference(child))
      child.onNavigate = { _ in
        let page = screen("Child")
        cinema.home.pushViewController(page, animated: true)
        return .one(.contribute(presentable: page, stepper: TestStepper()))
      }
      let stepper: any Stepper =
        hasOneStep ? OneStepper(TestStep.start) : TestStepper(TestStep.start)
      return .one(
        .contribute(presentable: child, stepper: stepper)
          .onDismissal(forwardToParent: TestStep.number(children.count)))
    }
    cinema.taps.send(.child("A"))
    cinema.taps.send(.child("B"))
    await cinema.settle()
    #expect(cinema.names == ["List", "Child"])
    #expect(children.map { $0.object == nil } == [false, true])
    #expect(
      cinema.world.notHandled == [
        "start: \(StepOutcome.refused(.covered(by: "ScriptedFlow → start")))"
      ])
    #expect(cinema.flow.handled.last == .number(2))
    #expect(cinema.home.userDidTapBack())
    await cinema.settle()
    #expect(cinema.flow.handled.last == .number(1))
    #expect(children.allSatisfy { $0.object == nil })
  }

  @Test(
    "Delivers the first step of a flow that is on screen, although the tap's screen is covered",
    arguments: [false, true])
  func presentedChild(hasOneStep: Bool) async {
    let cinema = await Cinema()
    let root = stack("Sheet")
    let (sheet, child) = (ScriptedFlow(root: root), ScriptedFlow(root: cinema.home))
    child.onNavigate = { _ in
      let page = screen("Child")
      cinema.home.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: TestStepper()))
    }
    let navigate = cinema.flow.onNavigate
    cinema.flow.onNavigate = { step in
      let start = TestStepper(TestStep.start)
      switch step {
      case .child("pushed"):
        return .one(.contribute(presentable: child, stepper: OneStepper(.start)))
      case .child:
        cinema.home.present(root, animated: true)
        guard hasOneStep else { return .one(.contribute(presentable: sheet, stepper: start)) }
        return .one(.contribute(presentable: sheet, stepper: OneStepper(.start)))
      default: return await navigate?(step) ?? .none
      }
    }
    cinema.taps.send(.child("pushed"))
    cinema.taps.send(.child("presented"))
    await cinema.settle()
    #expect(cinema.names == ["List", "Child"])
    #expect(cinema.home.presentedViewController === root)
    #expect(sheet.handled == [.start])
    #expect(cinema.world.notHandled == [])
  }

  @Test("Delivers a step that a flow forwards after it has covered its own screen")
  func ownCover() async {
    let cinema = await Cinema()
    let root = cinema.flow
    let child = ScriptedFlow(root: cinema.list)
    let taps = TestStepper()
    child.onNavigate = { step in
      switch step {
      case .start: return .one(.contribute(presentable: cinema.list, stepper: taps))
      case .push(let name):
        cinema.home.pushViewController(screen(name), animated: true)
        return .one(.forwardToParent(step: TestStep.number(7)))
      default: return .none
      }
    }
    let navigate = root.onNavigate
    root.onNavigate = { step in
      guard step == .child("List") else { return await navigate?(step) ?? .none }
      return .one(.contribute(presentable: child, stepper: OneStepper(.start)))
    }
    await cinema.world.coordinator.navigate(to: TestStep.child("List"), in: root)
    await cinema.settle()
    taps.send(.push("Film"))
    await cinema.settle()
    #expect(root.handled.last == .number(7))
    #expect(cinema.world.notHandled == [])
  }
}
