import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The stacks of flows")
struct StackTests {
  final class FilmListViewModel: FlowStepper { @Steps var steps }

  final class Memory: FlowLogger {
    var stacks: [NavigationStack] = []
    func log(navigationStack: NavigationStack) { stacks.append(navigationStack) }
  }

  /// Contributes its list and shows the rest.
  @MainActor
  final class Films {
    let home = stack("Home")
    let list = FilmListViewModel()
    let memory = Memory()
    let flow: ScriptedFlow
    let context: NavigationContext
    let coordinator: FlowCoordinator

    init(context: NavigationContext, _ window: HeadlessWindow?) {
      self.context = context
      window?.rootViewController = home
      coordinator = FlowCoordinator(logger: memory, context: context)
      flow = ScriptedFlow(root: home)
      flow.onNavigate = { [unowned self] step in
        switch step {
        case .start:
          let page = screen("List")
          home.pushViewController(page, animated: false)
          return .one(.contribute(presentable: page, stepper: list))
        case .push(let name):
          home.pushViewController(screen(name), animated: true)
          return .none
        case .forward:
          // The screen that an earlier step has pushed.
          guard let page = home.topViewController else { return .none }
          return .one(.contribute(presentable: page, stepper: FilmListViewModel()))
        case .number:
          home.present(stack("Sheet", screen("Inner")), animated: true)
          return .none
        default: return .none
        }
      }
      coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    }

    var steps: [String]? {
      coordinator.navigationStack(of: flow)?.steps.map(\.caseDescription)
    }
  }

  @Test("A stack lists screens that are shown without a contribution", arguments: [true, false])
  func shown(isInWindow: Bool) async {
    let headless = HeadlessWorld()
    let films = Films(
      context: isInWindow ? headless.context : NavigationContext(clock: ManualNavigationClock()),
      isInWindow ? headless.window : nil)
    await films.coordinator.navigate(to: TestStep.push("A"))
    await films.coordinator.navigate(to: TestStep.push("B"))
    #expect(films.steps == ["start", "push(\"A\")", "push(\"B\")"])
    #expect(films.memory.stacks.last?.depth == 3)
    films.home.popViewController(animated: false)
    #expect(films.steps == ["start", "push(\"A\")"])
    #expect(
      films.coordinator.navigationStack(of: films.flow)?.steps.map(\.displayName)
        == ["Film List", "push(\"A\")"])
  }

  @Test("Logs the stack when a screen without a contribution is popped")
  func popped() async {
    let headless = HeadlessWorld()
    let films = Films(context: headless.context, headless.window)
    await films.coordinator.navigate(to: TestStep.push("A"))
    await films.coordinator.navigate(to: TestStep.push("B"))
    let count = films.memory.stacks.count
    films.home.popViewController(animated: false)
    await films.coordinator.settled()
    #expect(films.memory.stacks.dropFirst(count).map(\.depth) == [2])
    films.coordinator.stop()
    films.home.popViewController(animated: false)
    await films.coordinator.settled()
    #expect(films.memory.stacks.count == count + 1)
  }

  @Test("Logs the departure of a screen once that a later step has contributed")
  func contributedLater() async {
    let headless = HeadlessWorld()
    let films = Films(context: headless.context, headless.window)
    await films.coordinator.navigate(to: TestStep.push("A"))
    await films.coordinator.navigate(to: TestStep.forward(0))
    let count = films.memory.stacks.count
    #expect(films.home.userDidTapBack())
    await films.coordinator.settled()
    #expect(films.memory.stacks.count == count + 1)
  }

  @Test("Names a screen that code shows outside of a step after its type")
  func shownByCode() async {
    let headless = HeadlessWorld()
    let films = Films(context: headless.context, headless.window)
    await films.coordinator.settled()
    films.home.pushViewController(screen("Terms"), animated: false)
    let stack = films.coordinator.navigationStack(of: films.flow)
    #expect(stack?.steps.map(\.description) == ["TestStep.start", "HeadlessViewController.Terms"])
  }

  @Test("Assigns a screen pushed during a step's transition to that step")
  func animated() async {
    let headless = HeadlessWorld()
    let films = Films(context: headless.context, headless.window)
    await films.coordinator.settled()
    headless.platform.transitionMode = .manual
    films.coordinator.send(TestStep.push("A"))
    for _ in 0..<10 { await letOthersRun() }
    headless.platform.completeAllTransitions()
    await films.coordinator.settled()
    #expect(films.steps == ["start", "push(\"A\")"])
  }

  @Test("Lists a sheet that a step presents, with its contents")
  func presented() async {
    let headless = HeadlessWorld()
    let films = Films(context: headless.context, headless.window)
    await films.coordinator.navigate(to: TestStep.number(1))
    #expect(films.steps == ["start", "number(1)"])
  }

  @Test("Lists each screen of a sheet that a step presents, and none of a child's sheet")
  func presentedStack() async {
    let headless = HeadlessWorld()
    let films = Films(context: headless.context, headless.window)
    await films.coordinator.settled()
    let childStack = stack("Child", screen("Of child"))
    let child = ScriptedFlow(root: childStack)
    films.flow.onNavigate = { [unowned home = films.home] step in
      switch step {
      case .number:
        home.present(stack("Sheet", screen("Inner"), screen("Outer")), animated: false)
        return .none
      default:
        home.presentedViewController?.present(childStack, animated: false)
        return .one(.contribute(presentable: child, stepper: DefaultStepper()))
      }
    }
    await films.coordinator.navigate(to: TestStep.number(1), in: films.flow)
    #expect(films.steps == ["start", "number(1)", "number(1)"])
    await films.coordinator.navigate(to: TestStep.child("Child"), in: films.flow)
    #expect(films.steps == ["start", "number(1)", "number(1)"])
    films.flow.onNavigate = nil
  }

  @Test("Lists the screens of the stacks in a flow's own tabs, and none of a child's tab")
  func ownTabs() async {
    let headless = HeadlessWorld()
    let childStack = stack("Child", screen("Of child"))
    let child = ScriptedFlow(root: childStack)
    let bar = tabs("Tabs", stack("Own", screen("Lower"), screen("Upper")))
    headless.window.rootViewController = bar
    let coordinator = FlowCoordinator(context: headless.context)
    let flow = ScriptedFlow(root: bar)
    flow.onNavigate = { _ in
      bar.viewControllers? += [childStack]
      return .one(.contribute(presentable: child, stepper: DefaultStepper()))
    }
    coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await coordinator.settled()
    #expect(
      coordinator.navigationStack(of: flow)?.steps.map(\.description)
        == ["HeadlessViewController.Lower", "HeadlessViewController.Upper"])
    flow.onNavigate = nil
  }

  @Test("Lists a contribution that is no controller after the screens that are shown")
  func contributedDouble() async {
    final class Double: Presentable {
      let isVisibleStream = AsyncStream<Bool> { $0.yield(true) }
      let onDismissed = AsyncStream<Void> { _ in }
    }
    let headless = HeadlessWorld()
    let films = Films(context: headless.context, headless.window)
    await films.coordinator.settled()
    let onNavigate = films.flow.onNavigate
    films.flow.onNavigate = { step in
      guard step == .end else { return await onNavigate?(step) ?? .none }
      return .one(.contribute(presentable: Double(), stepper: TestStepper()))
    }
    await films.coordinator.navigate(to: TestStep.end)
    await films.coordinator.navigate(to: TestStep.push("A"))
    #expect(films.steps == ["start", "push(\"A\")", "end"])
    films.flow.onNavigate = nil
  }

  @Test("Assigns all screens that a step pushes to it, where no tree is observed")
  func manyWithoutTree() async {
    let films = Films(context: NavigationContext(clock: ManualNavigationClock()), nil)
    await films.coordinator.settled()
    films.flow.onNavigate = { [unowned home = films.home] _ in
      home.pushViewController(screen("Lower"), animated: false)
      home.pushViewController(screen("Upper"), animated: false)
      return .none
    }
    await films.coordinator.navigate(to: TestStep.number(1))
    #expect(films.steps == ["start", "number(1)", "number(1)"])
  }

  @Test("Lists a sheet that is contributed as a whole as one screen, named after its stepper")
  func contributedSheet() async {
    let headless = HeadlessWorld()
    let films = Films(context: headless.context, headless.window)
    await films.coordinator.settled()
    films.flow.onNavigate = { [unowned home = films.home] _ in
      let sheet = stack("Sheet", screen("Inner"))
      home.present(sheet, animated: false)
      return .one(.contribute(presentable: sheet, stepper: FilmListViewModel()))
    }
    await films.coordinator.navigate(to: TestStep.end)
    #expect(films.steps == ["start", "end"])
    #expect(
      films.coordinator.navigationStack(of: films.flow)?.metadata.map(\.displayName)
        == ["Film List", "Film List"])
  }

  @Test("Splits a borrowed stack between the parent and the child")
  func borrowed() async {
    let headless = HeadlessWorld()
    let films = Films(context: headless.context, headless.window)
    await films.coordinator.navigate(to: TestStep.push("A"))
    let child = ScriptedFlow(root: films.home)
    child.onNavigate = { step in
      films.home.pushViewController(screen("\(step)"), animated: false)
      return .none
    }
    let onNavigate = films.flow.onNavigate
    films.flow.onNavigate = { step in
      guard step == .end else { return await onNavigate?(step) ?? .none }
      return .one(.contribute(presentable: child, stepper: OneStepper(.forward(1))))
    }
    await films.coordinator.navigate(to: TestStep.end, in: films.flow)
    await films.coordinator.navigate(to: TestStep.forward(2), in: child)
    #expect(films.steps == ["start", "push(\"A\")"])
    #expect(
      films.coordinator.navigationStack(of: child)?.steps.map(\.caseDescription)
        == ["forward(1)", "forward(2)"])
    films.flow.onNavigate = nil
    child.onNavigate = nil
  }

  @Test("Assigns a child's root on the stack to the step that led to the child")
  func childRoot() async {
    let headless = HeadlessWorld()
    let films = Films(context: headless.context, headless.window)
    let child = ScriptedFlow(root: screen("Child"))
    films.flow.onNavigate = { step in
      guard step == .start, let root = child.root as? HeadlessViewController else { return .none }
      films.home.pushViewController(root, animated: false)
      return .one(.contribute(presentable: child, stepper: DefaultStepper()))
    }
    await films.coordinator.settled()
    #expect(films.steps == ["start"])
    films.flow.onNavigate = nil
  }

  @Test("Lists two contributions of one screen once")
  func twoSteppers() async {
    let headless = HeadlessWorld()
    let home = stack("Home")
    headless.window.rootViewController = home
    let coordinator = FlowCoordinator(context: headless.context)
    let flow = ScriptedFlow(root: home)
    flow.onNavigate = { _ in
      let page = screen("Page")
      home.pushViewController(page, animated: false)
      return .multiple(
        .contribute(presentable: page, stepper: DefaultStepper()),
        .contribute(presentable: page, stepper: FilmListViewModel()))
    }
    coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await coordinator.settled()
    #expect(coordinator.navigationStack(of: flow)?.depth == 1)
  }
}
