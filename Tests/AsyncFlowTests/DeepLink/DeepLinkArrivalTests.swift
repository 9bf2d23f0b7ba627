import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The arrival of a deep link")
struct DeepLinkArrivalTests {
  enum PageStep: Step, Equatable {
    case start, page(Int), sheet, onSheet(Int), pick, pickHere, ask, passOn(Int), child, tip, call
  }

  /// The steps of a picker, which ends with a value.
  enum PickStep: Step, Equatable { case start, done }

  final class PickFlow: Flow {
    let root: any Presentable
    private let page: HeadlessViewController?
    init(root: any Presentable, page: HeadlessViewController? = nil) {
      self.root = root
      self.page = page
    }

    func navigate(to step: PickStep) async -> FlowContributors {
      if step == .done { return .finish(1) }
      guard let page else { return .none }
      return .one(.contribute(presentable: page, stepper: DefaultStepper()))
    }
  }

  final class PageFlow: Flow {
    let home = stack("Home", screen("List"))
    let coordinator: FlowCoordinator
    var sheet: HeadlessNavigationController?
    var handled: [PageStep] = []
    var results: [FlowResult<Int>] = []
    var answers: [Bool?] = []
    var isGuarded = false
    var isSheetGuarded = false
    var gate: Gate?
    var root: any Presentable { home }
    init(_ coordinator: FlowCoordinator) { self.coordinator = coordinator }

    func adapt(step: PageStep) async -> PageStep? {
      if case .page = step, isGuarded { return nil }
      return step
    }

    func navigate(to step: PageStep) async -> FlowContributors {
      handled.append(step)
      switch step {
      case .start: return .none
      case .page: return push("\(step)", on: home)
      case .sheet:
        let sheet = stack("Sheet", screen("Top"))
        self.sheet = sheet
        home.present(sheet, animated: true)
        return .one(.contribute(presentable: sheet, stepper: DefaultStepper()))
      case .onSheet: return push("\(step)", on: sheet ?? home)
      case .pick:
        await gate?.wait()
        let picker = stack("Picker", screen("Colors"))
        picker.isModalInPresentation = isSheetGuarded
        home.present(picker, animated: true)
        await pick(PickFlow(root: picker))
        return .none
      case .pickHere:
        let page = screen("Colors")
        home.pushViewController(page, animated: true)
        await pick(PickFlow(root: home, page: page))
        return .none
      case .ask:
        let alert = HeadlessAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
        alert.restorationIdentifier = "Question"
        answers.append(
          await coordinator.waiting(for: "an answer") { answer in
            let yes = HeadlessAlertAction(title: "Yes", style: .default) { _ in answer(true) }
            alert.addAction(yes)
            home.present(alert, animated: true)
          })
        return .none
      case .call:
        await coordinator.navigate(to: PickStep.done)
        return .none
      case .passOn(let number): return .one(.forwardToCurrentFlow(withStep: PageStep.page(number)))
      case .child:
        let sheet = stack("Child", screen("Bottom"))
        home.present(sheet, animated: true)
        let flow = PickFlow(root: sheet)
        return .one(.contribute(presentable: flow, stepper: OneStepper(.start)))
      case .tip:
        let page = screen("Tip")
        home.pushViewController(page, animated: true)
        let alert = HeadlessAlertController(title: "Tip", message: nil, preferredStyle: .alert)
        alert.restorationIdentifier = "Alert"
        home.present(alert, animated: true)
        return .one(.contribute(presentable: page, stepper: DefaultStepper()))
      }
    }

    private func push(_ name: String, on stack: HeadlessNavigationController) -> FlowContributors {
      let page = screen(name)
      stack.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: DefaultStepper()))
    }

    private func pick(_ flow: PickFlow) async {
      results.append(
        await coordinator.result(of: flow, with: OneStepper(PickStep.start), as: Int.self))
    }
  }

  @MainActor
  final class World {
    let headless: HeadlessWorld
    let world: CoordinatorWorld
    let bar: HeadlessTabBarController
    let flow: PageFlow
    let stepper = TestStepper(PageStep.start)

    init() async {
      headless = HeadlessWorld()
      world = CoordinatorWorld(context: headless.context)
      flow = PageFlow(world.coordinator)
      bar = tabs("Tabs", screen("First"), flow.home)
      bar.selectedIndex = 1
      headless.window.rootViewController = bar
      world.coordinator.coordinate(flow: flow, with: stepper)
      await world.coordinator.settled()
    }

    func follow(_ steps: PageStep...) async -> DeepLinkOutcome? {
      let link = world.coordinator.start(DeepLinkPlan(steps: steps))
      await world.coordinator.settled()
      return link.outcome
    }

    func send(_ step: PageStep) async {
      stepper.steps.send(step)
      await world.coordinator.settled()
    }

    var leaf: String { headless.store.tree.visibleLeaf.name }
  }

  /// The screens over the tabs, and whether they can be dismissed.
  enum Cover: CaseIterable {
    case sheet, fullScreen, twoSheets, formSheet, guardedSheet, guardedInside, delegate, alert
    case guardedOnTop

    var isGuarded: Bool {
      switch self {
      case .sheet, .fullScreen, .twoSheets, .formSheet: false
      case .guardedSheet, .guardedInside, .delegate, .alert, .guardedOnTop: true
      }
    }
  }

  final class Refusal: HeadlessAdaptivePresentationControllerDelegate {
    func presentationControllerShouldDismiss(
      _ presentationController: HeadlessPresentationController
    ) -> Bool { false }
  }

  private func present(_ cover: Cover, over bar: HeadlessTabBarController, _ refusal: Refusal) {
    let sheet = screen("Cover")
    switch cover {
    case .sheet, .twoSheets, .guardedOnTop: break
    case .fullScreen: sheet.modalPresentationStyle = .fullScreen
    case .formSheet: sheet.modalPresentationStyle = .formSheet
    case .guardedSheet: sheet.isModalInPresentation = true
    case .guardedInside:
      let editor = screen("Cover")
      editor.isModalInPresentation = true
      return bar.present(stack("Cover", editor), animated: false)
    case .delegate: sheet.presentationController?.delegate = refusal
    case .alert:
      let alert = HeadlessAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
      alert.restorationIdentifier = "Cover"
      return bar.present(alert, animated: false)
    }
    bar.present(sheet, animated: false)
    guard cover == .twoSheets || cover == .guardedOnTop else { return }
    let top = screen(cover == .guardedOnTop ? "Cover" : "Top")
    top.isModalInPresentation = cover == .guardedOnTop
    sheet.restorationIdentifier = "Lower"
    sheet.present(top, animated: false)
  }

  enum Later: CaseIterable {
    case flow, screen, formerScreen, screenOfTask
  }

  @Test("Arrives at a flow or screen that is not shown yet", arguments: Later.allCases)
  func notShownYet(later: Later) async {
    let home = stack("Home", screen("List"))
    let headless = HeadlessWorld(root: home)
    let world = CoordinatorWorld(context: headless.context)
    let flow = ScriptedFlow(root: home)
    let page = screen("Page")
    let child = ScriptedFlow(root: page)
    let gate = Gate()
    var task: Task<Void, Never>?
    flow.onNavigate = { step in
      guard step != .start else { return .none }
      if later == .flow { return .one(.contribute(presentable: child, stepper: DefaultStepper())) }
      if later == .screenOfTask {
        task = Task {
          await gate.wait()
          home.pushViewController(page, animated: false)
        }
      }
      return .one(.contribute(presentable: page, stepper: DefaultStepper()))
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    if later == .formerScreen {
      home.pushViewController(page, animated: false)
      home.popViewController(animated: false)
    }
    await world.coordinator.settled()
    #expect(await world.coordinator.follow(DeepLinkPlan(steps: [TestStep.number(2)])) == .arrived)
    gate.open()
    await task?.value
    #expect(headless.store.tree.visibleLeaf.name == (task == nil ? "List" : "Page"))
    flow.onNavigate = nil
  }

  @Test("Removes a modal whose presentation has not ended", arguments: [false, true])
  func presentedMeanwhile(isShown: Bool) async {
    let world = await World()
    if isShown { #expect(await world.follow(.page(1)) == .arrived) }
    world.headless.platform.endsTransitionsLate = true
    world.stepper.steps.send(PageStep.sheet)
    #expect(await world.follow(.page(1)) == .arrived)
    #expect(world.leaf == "page(1)")
    #expect(world.headless.store.tree.modalChain.isEmpty)
  }

  @Test(
    "Dismisses the screens over the tabs, or names the one that refuses",
    arguments: Cover.allCases, [false, true])
  func overTheTabs(cover: Cover, isThere: Bool) async {
    let world = await World()
    if isThere { await world.send(.page(1)) }
    let refusal = Refusal()
    present(cover, over: world.bar, refusal)
    let count = world.flow.handled.count
    let outcome = await world.follow(.page(1))
    if cover.isGuarded {
      #expect(outcome == .covered(by: "Cover"))
      #expect(world.leaf == "Cover")
      #expect(world.flow.handled.count == count)
      #expect(world.world.notHandled == ["page(1): \(StepOutcome.refused(.covered(by: "Cover")))"])
    } else {
      #expect(outcome == .arrived)
      #expect(world.leaf == "page(1)")
      #expect(world.flow.handled.count == count + (isThere ? 0 : 1))
      #expect(world.headless.store.tree.modalChain.isEmpty)
    }
    #expect(world.headless.refusals.isEmpty)
    withExtendedLifetime(refusal) {}
  }

  @Test("Shows a screen that already exists, wherever the user is", arguments: [0, 1])
  func alreadyThere(tab: Int) async {
    let world = await World()
    await world.send(.page(1))
    await world.send(.page(2))
    world.bar.selectedIndex = tab
    world.bar.present(screen("Sheet"), animated: false)
    #expect(await world.follow(.page(1)) == .arrived)
    #expect(world.leaf == "page(1)")
  }

  @Test("Dismisses nothing before adapt lets the step pass", arguments: [false, true])
  func guarded(isThere: Bool) async {
    let world = await World()
    if isThere { await world.send(.page(1)) }
    world.flow.isGuarded = true
    world.bar.present(screen("Login"), animated: false)
    let link = world.world.coordinator.start(DeepLinkPlan(steps: [PageStep.page(1)]))
    await world.world.coordinator.settled()
    #expect(world.leaf == "Login")
    #expect(link.waitingFor == "the end of a detour before page(1)")
    world.flow.isGuarded = false
    world.world.coordinator.coordinate(flow: OtherFlow(), with: DefaultStepper())
    await world.world.coordinator.settled()
    #expect(link.outcome == .arrived)
    #expect(world.leaf == "page(1)")
  }

  @Test("Dismisses a sheet whose result is awaited, without a result")
  func awaitedSheet() async {
    let world = await World()
    await world.send(.pick)
    #expect(world.leaf == "Colors")
    #expect(await world.follow(.page(1)) == .arrived)
    #expect(world.leaf == "page(1)")
    #expect(world.flow.results == [.cancelled])
  }

  @Test("A link that dismisses an awaited sheet waits while the user's finger is on it")
  func awaitedSheetUnderFinger() async throws {
    let world = await World()
    await world.send(.pick)
    let picker = try #require(world.flow.home.presentedViewController)
    let link = world.world.coordinator.start(DeepLinkPlan(steps: [PageStep.page(1)]))
    let finger = try #require(picker.userDidBeginPullDown())
    let waiting = await world.world.coordinator.settled()
    #expect(link.outcome == nil)
    #expect(waiting.map(\.name).contains("a deep link"))
    finger.cancel()
    await world.world.coordinator.settled()
    #expect(link.outcome == .arrived)
    #expect(world.flow.results == [.cancelled])
  }

  /// A modal that the app presents again, up to fifty times, whenever it is dismissed.
  private final class Offline: HeadlessViewController {
    private weak var presenter: HeadlessViewController?
    private var number = 0

    static func present(over presenter: HeadlessViewController, number: Int = 1) {
      let modal = Offline()
      modal.presenter = presenter
      modal.number = number
      modal.restorationIdentifier = "Offline"
      presenter.present(modal, animated: false)
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      if number < 50, let presenter { Self.present(over: presenter, number: number + 1) }
    }
  }

  /// A flow whose handler waits for something outside.
  final class WaitingFlow: Flow {
    let page = screen("Waiting")
    let gate: ActivityGate
    var root: any Presentable { page }
    init(_ gate: ActivityGate) { self.gate = gate }

    func navigate(to step: PickStep) async -> FlowContributors {
      if step == .done { try? await gate.wait() }
      return .none
    }
  }

  @Test(
    "Does not dismiss for ever what the app presents again, also over a flow that awaits a step",
    arguments: [false, true])
  func presentedAgain(awaitsStep: Bool) async {
    let world = await World()
    let gate = ActivityGate("a user", context: world.world.context)
    let other = WaitingFlow(gate)
    if awaitsStep {
      world.world.coordinator.coordinate(flow: other, with: OneStepper(.start))
      world.stepper.steps.send(PageStep.call)
      await world.world.coordinator.settled()
    }
    Offline.present(over: world.bar)
    #expect(await world.follow(.page(1)) == .covered(by: "Offline"))
    #expect(world.leaf == "Offline")
    gate.open()
    await world.world.coordinator.settled()
  }

  @Test("A guarded sheet whose result is awaited stays, and covers the link")
  func guardedAwaitedSheet() async {
    let world = await World()
    world.flow.isSheetGuarded = true
    await world.send(.pick)
    #expect(await world.follow(.page(1)) == .covered(by: "Picker"))
    #expect(world.leaf == "Colors")
    world.flow.home.dismiss(animated: false)
    await world.world.coordinator.settled()
    // The step is not handled later.
    #expect(world.leaf == "List")
    #expect(world.world.notHandled == ["page(1): \(StepOutcome.refused(.linkEnded))"])
  }

  @Test("Dismisses a sheet that is presented while the link awaits its turn")
  func awaitedLater() async {
    let world = await World()
    let gate = Gate()
    world.flow.gate = gate
    world.stepper.steps.send(PageStep.pick)
    await gate.someone()
    let link = world.world.coordinator.start(DeepLinkPlan(steps: [PageStep.page(1)]))
    for _ in 0..<5 { await letOthersRun() }
    gate.open()
    await world.world.coordinator.settled()
    #expect(link.outcome == .arrived)
    #expect(world.leaf == "page(1)")
  }

  @Test("Pops a screen of the same stack whose result is awaited")
  func awaitedScreen() async {
    let world = await World()
    await world.send(.pickHere)
    #expect(world.leaf == "Colors")
    #expect(await world.follow(.page(1)) == .arrived)
    #expect(world.flow.results == [.cancelled])
    #expect(
      world.flow.home.viewControllers.compactMap(\.restorationIdentifier) == ["List", "page(1)"])
  }

  @Test("Pops an awaited screen inside the sheet that contains its parent, too")
  func awaitedScreenInSheet() async throws {
    let headless = HeadlessWorld(root: screen("Root"))
    let world = CoordinatorWorld(context: headless.context)
    let flow = PageFlow(world.coordinator)
    headless.window.rootViewController?.present(flow.home, animated: false)
    world.coordinator.coordinate(flow: flow, with: TestStepper(PageStep.start))
    await world.coordinator.settled()
    world.coordinator.send(PageStep.pickHere)
    await world.coordinator.settled()
    let link = world.coordinator.start(DeepLinkPlan(steps: [PageStep.page(1)]))
    await world.coordinator.settled()
    #expect(link.outcome == .arrived)
    #expect(flow.home.viewControllers.compactMap(\.restorationIdentifier) == ["List", "page(1)"])
    #expect(flow.home.presentingViewController != nil)
  }

  @Test("A question that a handler awaits stays until the user answers")
  func question() async {
    let world = await World()
    await world.send(.ask)
    #expect(await world.follow(.page(1)) == .covered(by: "Question"))
    #expect(world.leaf == "Question")
    let alert = world.bar.presentedViewController as? HeadlessAlertController
    #expect(alert?.userDidTap("Yes") == true)
    await world.world.coordinator.settled()
    #expect(world.flow.answers == [true])
    #expect(world.leaf == "List")
    #expect(await world.follow(.page(1)) == .arrived)
  }

  @Test("Keeps a sheet that belongs to the plan", arguments: [false, true])
  func ownSheet(isThere: Bool) async {
    let world = await World()
    if isThere { await world.send(.sheet) }
    #expect(await world.follow(.sheet, .onSheet(1)) == .arrived)
    #expect(world.leaf == "onSheet(1)")
    #expect(world.headless.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(await world.follow(.sheet, .page(1)) == .covered(by: "Sheet"))
  }

  @Test("A link into the flow of a sheet keeps the sheet, and dismisses the screens over it")
  func intoSheet() async {
    let world = await World()
    await world.send(.child)
    #expect(world.leaf == "Bottom")
    world.bar.presentedViewController?.present(screen("Upper"), animated: false)
    #expect(await world.follow(.child) == .arrived)
    #expect(world.leaf == "Bottom")
  }

  @Test("Follows a forwarded step, and reports a screen that covers it")
  func passedOn() async {
    let world = await World()
    #expect(await world.follow(.passOn(3)) == .arrived)
    #expect(world.leaf == "page(3)")
    #expect(await world.follow(.tip) == .covered(by: "Alert"))
    #expect(world.leaf == "Alert")
  }

  @Test("Does not arrive at a screen that the user leaves at once")
  func left() async {
    let world = await World()
    let subscription = world.world.coordinator.onEvent { event in
      if case .didNavigate = event { world.flow.home.popToRootViewController(animated: false) }
    }
    #expect(await world.follow(.page(1)) == .stopped(hop: 0, .refused(.dismissed)))
    #expect(world.leaf == "List")
    withExtendedLifetime(subscription) {}
  }

  /// The ways in which a destination leaves during the transition that shows it.
  enum Departure: CaseIterable {
    /// The window gets another root.
    case rootReplaced
    /// The window is released, while its contents are retained.
    case windowReleased
    /// The window is released with its contents.
    case released
  }

  /// A flow in a second window, whose stack only the window and the flow retain.
  final class PushFlow: Flow {
    let home: HeadlessNavigationController
    private let contributes: Bool
    var root: any Presentable { home }
    init(_ home: HeadlessNavigationController, contributes: Bool) {
      self.home = home
      self.contributes = contributes
    }

    func navigate(to step: PickStep) async -> FlowContributors {
      guard step == .done else { return .none }
      let page = screen("Page")
      home.pushViewController(page, animated: true)
      guard contributes else { return .none }
      return .one(.contribute(presentable: page, stepper: DefaultStepper()))
    }
  }

  @Test(
    "Does not arrive at a destination that leaves with its flow during its transition",
    arguments: Departure.allCases, [true, false])
  func leavesInTransition(departure: Departure, contributes: Bool) async {
    let world = await World()
    var window: HeadlessWindow? = HeadlessWindow(platform: world.headless.platform)
    var home: HeadlessNavigationController? = stack("Second", screen("Front"))
    weak var released: HeadlessNavigationController?
    released = home
    window?.rootViewController = home
    window?.makeKeyAndVisible()
    if let home {
      let flow = PushFlow(home, contributes: contributes)
      world.world.coordinator.coordinate(flow: flow, with: OneStepper(PickStep.start))
    }
    await world.world.coordinator.settled()
    world.headless.platform.transitionMode = .manual
    let link = world.world.coordinator.start(DeepLinkPlan(steps: [PickStep.done]))
    for _ in 0..<20 { await letOthersRun() }
    #expect(link.outcome == nil)
    switch departure {
    case .rootReplaced:
      window?.rootViewController = screen("Other")
      world.headless.platform.layOut()
    case .windowReleased: window = nil
    case .released: (window, home) = (nil, nil)
    }
    for _ in 0..<20 { await letOthersRun() }
    world.headless.platform.completeAllTransitions()
    await world.world.coordinator.settled()
    #expect(link.outcome == .stopped(hop: 0, .refused(.dismissed)))
    #expect((released == nil) == (departure == .released))
    withExtendedLifetime((window, home)) {}
  }

  @Test("Does not arrive at a screen whose container leaves during the screen's transition")
  func containerLeaves() async {
    let world = await World()
    await world.send(.sheet)
    world.headless.platform.transitionMode = .manual
    let plan = DeepLinkPlan(steps: [PageStep.sheet, .onSheet(1)])
    let link = world.world.coordinator.start(plan)
    for _ in 0..<20 { await letOthersRun() }
    #expect(link.outcome == nil && world.flow.handled.last == .onSheet(1))
    world.headless.window.rootViewController?.dismiss(animated: false)
    world.headless.platform.layOut()
    for _ in 0..<20 { await letOthersRun() }
    world.headless.platform.completeAllTransitions()
    await world.world.coordinator.settled()
    #expect(link.outcome == .stopped(hop: 1, .refused(.dismissed)))
  }

  @Test("Does not arrive at a screen of a sheet that code dismisses while the handler prepares it")
  func removedBeforeAnswer() async {
    let world = await World()
    let sheet = stack("Sheet", screen("Front"))
    world.flow.home.present(sheet, animated: false)
    let flow = ScriptedFlow(root: sheet)
    let gate = Gate()
    flow.onNavigate = { step in
      guard step == .number(1) else { return .none }
      await gate.wait()
      let page = screen("Page")
      sheet.pushViewController(page, animated: false)
      return .one(.contribute(presentable: page, stepper: DefaultStepper()))
    }
    world.world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.world.coordinator.settled()
    let link = world.world.coordinator.start(DeepLinkPlan(steps: [TestStep.number(1)]))
    await gate.someone()
    world.flow.home.dismiss(animated: false)
    gate.open()
    await world.world.coordinator.settled()
    #expect(link.outcome == .stopped(hop: 0, .refused(.dismissed)))
  }

  @Test("Arrives if the hop's own handler removes its flow")
  func removesItself() async {
    let world = await World()
    let sheet = stack("Sheet", screen("Front"))
    world.flow.home.present(sheet, animated: false)
    let flow = ScriptedFlow(root: sheet)
    flow.onNavigate = { step in
      if step == .number(1) { world.flow.home.dismiss(animated: false) }
      return .none
    }
    world.world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.world.coordinator.settled()
    let plan = DeepLinkPlan(steps: [TestStep.number(1)])
    let link = world.world.coordinator.start(plan)
    await world.world.coordinator.settled()
    #expect(link.outcome == .arrived)
    flow.onNavigate = nil
  }

  @Test("Links in two windows are independent; in one window the newer one counts")
  func twoWindows() async {
    let world = await World()
    let second = HeadlessWindow(platform: world.headless.platform)
    final class WindowFlow: Flow {
      let home = stack("Second", screen("Front"))
      var root: any Presentable { home }
      func adapt(step: PickStep) async -> PickStep? { step == .done ? nil : step }
      func navigate(to step: PickStep) async -> FlowContributors { .none }
    }
    let flow = WindowFlow()
    second.rootViewController = flow.home
    second.makeKeyAndVisible()
    world.world.coordinator.coordinate(flow: flow, with: OneStepper(PickStep.start))
    await world.world.coordinator.settled()
    let waiting = world.world.coordinator.start(DeepLinkPlan(steps: [PickStep.done]))
    await world.world.coordinator.settled()
    #expect(await world.follow(.page(1)) == .arrived)
    #expect(waiting.outcome == nil)
    let newer = world.world.coordinator.start(DeepLinkPlan(steps: [PickStep.done]))
    #expect(waiting.outcome == .superseded)
    newer.cancel()
  }

  @Test("A link whose flow ends in the middle waits for the flow's return")
  func flowGoes() async {
    let world = await World()
    let gate = Gate()
    world.flow.gate = gate
    world.stepper.steps.send(PageStep.pick)
    await gate.someone()
    let link = world.world.coordinator.start(DeepLinkPlan(steps: [PageStep.page(1)]))
    for _ in 0..<5 { await letOthersRun() }
    let other = OtherFlow()
    world.world.coordinator.coordinate(flow: other, with: OneStepper(OtherStep.other))
    world.headless.window.rootViewController = screen("Login")
    gate.open()
    await world.world.coordinator.settled()
    #expect(link.waitingFor == "a flow of PageStep to be ready")
    let flow = PageFlow(world.world.coordinator)
    world.headless.window.rootViewController = flow.home
    world.world.coordinator.coordinate(flow: flow, with: OneStepper(PageStep.start))
    await world.world.coordinator.settled()
    #expect(link.outcome == .arrived)
    #expect(world.leaf == "page(1)")
  }

  @Test("A deadline, a cancellation and an arrival in one turn give one outcome and one event")
  func oneOutcome() async {
    let world = await World()
    var plan = DeepLinkPlan(steps: [PageStep.page(1)])
    plan.deadline = 5
    let link = world.world.coordinator.start(plan)
    let subscription = world.headless.store.onChange { _ in
      world.headless.clock.advance(by: 5)
      link.cancel()
    }
    let outcome = await link.value()
    await world.world.coordinator.settled()
    #expect(outcome == .timedOut(hop: 0, waitingFor: "the step to be handled"))
    #expect(world.world.log.filter { $0.hasPrefix("link") }.count == 1)
    withExtendedLifetime(subscription) {}
  }
}
