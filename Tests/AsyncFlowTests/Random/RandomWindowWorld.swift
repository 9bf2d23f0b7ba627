import AsyncFlow
import NavigationRuntime
import TestSupport

/// A step that carries the action for the flow that handles it.
struct WindowStep: Step, Equatable, CustomStringConvertible {
  enum Action: CaseIterable {
    case nothing, suspend, push, pop, present, forward, end, dismiss
    case awaitChild, finish, callOther, callBack
  }

  let id: Int
  let action: Action

  var description: String { "\(id) \(action)" }
}

final class WindowStepper: FlowStepper {
  @Steps var steps
  /// The number of the last step that was handled.
  var lastHandled = -1
  weak var flow: WindowFlow?
  /// The screen with which it is contributed; `nil` for the stepper of a flow.
  private(set) weak var page: HeadlessViewController?
  let isOfFlow: Bool

  init(of flow: WindowFlow, with page: HeadlessViewController? = nil) {
    self.flow = flow
    self.page = page
    isOfFlow = page == nil
  }
}

/// A flow with a stack of its own, in a tab or presented over its parent's.
@MainActor
final class WindowFlow: Flow {
  let stack = HeadlessNavigationController()
  let parent: WindowFlow?
  let coordinator: FlowCoordinator
  /// Whether the test has taken its stack out of its window, or it has ended itself.
  var isOver = false
  private unowned let world: RandomWindowWorld

  var root: any Presentable { stack }

  init(under parent: WindowFlow?, in coordinator: FlowCoordinator, of world: RandomWindowWorld) {
    self.parent = parent
    self.coordinator = coordinator
    self.world = world
  }

  /// Whether it lives, as the model says: it has a parent that lives, and its stack is in a window.
  var isExpected: Bool { !isOver && parent?.isExpected ?? true && world.shows(stack) }

  func navigate(to step: WindowStep) async -> FlowContributors {
    world.noteHandled(step)
    switch step.action {
    case .nothing: return .none
    case .suspend:
      await letOthersRun()
      return .none
    case .push:
      let page = HeadlessViewController()
      world.note(page)
      stack.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: world.makeStepper(of: self, with: page)))
    case .pop:
      stack.popViewController(animated: true)
      return .none
    case .present:
      guard let child = present() else { return .none }
      return .one(.contribute(presentable: child, stepper: world.makeStepper(of: child)))
    case .awaitChild:
      guard let child = present() else { return .none }
      await world.awaitResult(of: child)
      child.stack.presentingViewController?.dismiss(animated: true)
      return .none
    case .finish:
      guard parent != nil else { return .none }
      isOver = true
      return .finish(step.id)
    case .callOther:
      await world.call(.callBack, from: self)
      return .none
    case .callBack:
      await world.call(.nothing, from: self)
      return .none
    case .forward:
      return parent == nil ? .none : .one(.forwardToParent(step: world.makeStep(.nothing)))
    case .end:
      // Its screen stays: what shows a flow that has ended is no longer the flow's.
      guard parent != nil else { return .none }
      isOver = true
      return .end
    case .dismiss:
      if parent != nil { stack.presentingViewController?.dismiss(animated: true) }
      return .none
    }
  }

  /// Presents a child, if nothing is presented.
  private func present() -> WindowFlow? {
    guard world.depth(of: self) < 3, stack.presentedViewController == nil,
      stack.view.window != nil
    else { return nil }
    let child = world.makeFlow(under: self, in: coordinator)
    stack.present(child.stack, animated: true)
    return child
  }
}

/// Three windows with tabs, whose flows belong to two coordinators, and the account of every step.
@MainActor
final class RandomWindowWorld {
  var generator: SeededGenerator
  let headless: HeadlessWorld
  private(set) var windows: [HeadlessWindow] = []
  let scenes = (0..<3).map { _ in HeadlessWindowScene() }
  private(set) var coordinators: [FlowCoordinator] = []
  private(set) var flows: [WindowFlow] = []
  private var steppers: [WindowStepper] = []
  /// The emitters of steps that are not accounted for.
  private var emitted: [Int: WindowStepper] = [:]
  private var made: Set<Int> = []
  private var handled: [Int: Int] = [:]
  private var refused: [Int: Int] = [:]
  private var nextID = 0
  var problems: [String] = []
  /// The number of results that handlers wait for.
  private var awaitedCount = 0
  /// The number of handlers that wait for steps in the other coordinator.
  private(set) var runningCalls = 0
  private(set) var links: [DeepLink] = []
  /// The tabs that have been removed since the end of the last turn, and before.
  private var removedTabs: [HeadlessNavigationController] = []
  private var leftTabs: [HeadlessNavigationController] = []
  /// The screens of removed tabs, which may return with them.
  private var removedPages: Set<ObjectIdentifier> = []
  private(set) var objects: [RandomFlowWorld.WeakObject] = []
  private var subscriptions: Set<Cancellation> = []
  /// The numbers of what has happened, by kind.
  var counts: [String: Int] = [:]

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    headless = HeadlessWorld(root: HeadlessTabBarController())
    windows = [headless.window]
    for _ in 1..<scenes.count {
      let window = HeadlessWindow(platform: headless.platform)
      window.rootViewController = HeadlessTabBarController()
      window.makeKeyAndVisible()
      _ = headless.context.store(for: window)
      windows.append(window)
    }
    for (window, scene) in zip(windows, scenes) { window.windowScene = scene }
    for _ in 0..<2 {
      let coordinator = FlowCoordinator(context: headless.context)
      coordinator.onEvent { [weak self] in self?.note($0) }.store(in: &subscriptions)
      coordinators.append(coordinator)
    }
    // One that never leaves, so that neither coordinator completes.
    for coordinator in coordinators {
      coordinator.coordinate(flow: OtherFlow(), with: DefaultStepper())
    }
    for index in windows.indices { addTab(in: index) }
  }

  func bar(_ index: Int) -> HeadlessTabBarController {
    windows[index].rootViewController as? HeadlessTabBarController ?? HeadlessTabBarController()
  }

  func pickWindow() -> Int { generator.next(below: windows.count) }

  // Flows and steps.

  func makeFlow(under parent: WindowFlow? = nil, in coordinator: FlowCoordinator) -> WindowFlow {
    let flow = WindowFlow(under: parent, in: coordinator, of: self)
    flows.append(flow)
    note(flow)
    note(flow.stack)
    return flow
  }

  func depth(of flow: WindowFlow) -> Int { flow.parent.map { depth(of: $0) + 1 } ?? 0 }

  func makeStepper(
    of flow: WindowFlow, with page: HeadlessViewController? = nil
  ) -> WindowStepper {
    let stepper = WindowStepper(of: flow, with: page)
    steppers.append(stepper)
    if page == nil { send(.push, from: stepper) }
    return stepper
  }

  func makeStep(_ action: WindowStep.Action) -> WindowStep {
    nextID += 1
    made.insert(nextID)
    return WindowStep(id: nextID, action: action)
  }

  private func send(_ action: WindowStep.Action, from stepper: WindowStepper) {
    let step = makeStep(action)
    emitted[step.id] = stepper
    stepper.steps.send(step)
  }

  /// Waits for a value, or for the end of the flow.
  func awaitResult(of flow: WindowFlow) async {
    awaitedCount += 1
    _ = await flow.coordinator.result(of: flow, with: makeStepper(of: flow), as: Int.self)
    awaitedCount -= 1
  }

  /// Navigates in the other coordinator, which may call back.
  func call(_ action: WindowStep.Action, from flow: WindowFlow) async {
    guard let other = coordinators.first(where: { $0 !== flow.coordinator }) else { return }
    counts["calls", default: 0] += 1
    runningCalls += 1
    await other.navigateInFirstResponder(to: WindowStep(id: 0, action: action))
    runningCalls -= 1
  }

  /// Follows a deep link; at most three without an outcome are kept.
  func followLink() {
    counts["arrived links", default: 0] += links.count { $0.outcome == .arrived }
    links.removeAll { $0.outcome != nil }
    if links.count >= 3 { links.removeFirst().cancel() }
    let actions: [WindowStep.Action] = [.nothing, .push, .push, .present]
    let hops = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
      nextID += 1
      let action = actions.randomElement(using: &generator) ?? .push
      return DeepLinkPlan.Hop(WindowStep(id: nextID, action: action), in: WindowFlow.self)
    }
    if let coordinator = coordinators.randomElement(using: &generator) {
      links.append(coordinator.start(DeepLinkPlan(hops)))
    }
  }

  func emit() {
    guard let stepper = steppers.randomElement(using: &generator) else { return }
    let actions = WindowStep.Action.allCases + [.push, .push, .push, .push, .present]
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      send(actions.randomElement(using: &generator) ?? .nothing, from: stepper)
    }
  }

  func note(_ object: AnyObject) { objects.append(.init(object: object)) }

  func noteHandled(_ step: WindowStep) {
    handled[step.id, default: 0] += 1
    counts["handled", default: 0] += 1
    guard let stepper = emitted[step.id] else { return }
    if stepper.lastHandled > step.id {
      problems.append("\(step) was handled after \(stepper.lastHandled) of the same stepper")
    }
    stepper.lastHandled = step.id
  }

  private func note(_ event: FlowEvent) {
    guard case .notHandled(let event, let outcome) = event,
      let step = event.step as? WindowStep
    else { return }
    switch outcome {
    case .cancelled where handled[step.id] != nil: break
    default: refused[step.id, default: 0] += 1
    }
    guard case .refused(.dismissed) = outcome, let stepper = emitted[step.id],
      let page = stepper.page, !removedPages.contains(ObjectIdentifier(page))
    else { return }
    // During a transition the platform's containers are ahead of the tree.
    if let flow = stepper.flow, flow.isExpected, shows(page),
      !windows.indices.contains(where: isTransitioning)
    {
      problems.append("\(step) was refused as dismissed, while its screen is in a window")
    }
  }

  // What the platform shows.

  private func outermost(of controller: HeadlessViewController) -> HeadlessViewController {
    var current = controller
    while let next = current.parent ?? current.presentingViewController { current = next }
    return current
  }

  func shows(_ controller: HeadlessViewController) -> Bool {
    let root = outermost(of: controller)
    return windows.contains { $0.rootViewController === root }
  }

  private func isTransitioning(_ window: Int) -> Bool {
    headless.context.store(for: windows[window]).isTransitioning
  }

  // What happens to tabs and screens.

  private func hasModal(_ controller: HeadlessViewController) -> Bool {
    controller.navigationRuntimePresented != nil
  }

  /// Returns a tab that presents nothing, and its index in its window.
  private func pickTab(in window: Int) -> HeadlessNavigationController? {
    let tabs = bar(window).viewControllers?.compactMap { $0 as? HeadlessNavigationController } ?? []
    guard !hasModal(bar(window)) else { return nil }
    return tabs.filter { !hasModal($0) }.randomElement(using: &generator)
  }

  func addTab(in window: Int) {
    guard (bar(window).viewControllers?.count ?? 0) < 4, !isTransitioning(window),
      let coordinator = coordinators.randomElement(using: &generator)
    else { return }
    let flow = makeFlow(in: coordinator)
    add(flow.stack, to: window)
    coordinator.coordinate(flow: flow, with: makeStepper(of: flow))
  }

  private func add(_ tab: HeadlessNavigationController, to window: Int) {
    let bar = bar(window)
    bar.setViewControllers((bar.viewControllers ?? []) + [tab], animated: false)
    if generator.happens(percent: 60) { bar.selectedIndex = (bar.viewControllers?.count ?? 1) - 1 }
  }

  private func take(_ tab: HeadlessNavigationController, from window: Int) {
    let bar = bar(window)
    bar.setViewControllers(
      (bar.viewControllers ?? []).filter { $0 !== tab }, animated: false)
  }

  /// Moves a tab to another window in one transition: its flow goes on there.
  func moveTab() {
    let (source, target) = (pickWindow(), pickWindow())
    guard source != target, let tab = pickTab(in: source) else { return }
    headless.context.scheduler(of: tab).schedule("move the tab") { [weak self] _ in
      guard let self, bar(source).viewControllers?.contains(where: { $0 === tab }) ?? false,
        !hasModal(tab),
        !hasModal(bar(source)), !isTransitioning(target)
      else { return .ended(.alreadyThere) }
      counts["moved tabs", default: 0] += 1
      // The platform takes it out of its first window.
      add(tab, to: target)
      return .started
    }
  }

  /// Takes a tab out of its window, which ends its flow.
  func removeTab() {
    let source = pickWindow()
    guard let tab = pickTab(in: source) else { return }
    take(tab, from: source)
    guard !shows(tab) else { return }
    removedPages.formUnion(tab.viewControllers.map { ObjectIdentifier($0) })
    for flow in flows where flow.stack === tab { flow.isOver = true }
    removedTabs.append(tab)
  }

  /// Shows a tab again whose flow has ended.
  func returnTab() {
    guard !leftTabs.isEmpty else { return }
    counts["tabs that returned", default: 0] += 1
    add(leftTabs.removeFirst(), to: pickWindow())
  }

  /// Moves the screen at the top of a tab into another window: its contribution goes on.
  func moveScreen() {
    let (source, target) = (pickWindow(), pickWindow())
    guard source != target, let from = pickTab(in: source), let to = pickTab(in: target),
      let page = from.viewControllers.last, from.viewControllers.count > 1
    else { return }
    headless.context.scheduler(of: from).schedule("move the screen") { [weak self] _ in
      guard let self, from.viewControllers.last === page, from.viewControllers.count > 1,
        shows(from), shows(to), !hasModal(from), !hasModal(to), !isTransitioning(target)
      else { return .ended(.alreadyThere) }
      counts["moved screens", default: 0] += 1
      from.setViewControllers(from.viewControllers.dropLast(), animated: false)
      to.setViewControllers(to.viewControllers + [page], animated: false)
      return .started
    }
  }

  /// Replaces the root of a window: all flows in it end.
  ///
  /// Not during a transition, after which the first screens of the new root are known.
  func replaceRoot() {
    let window = pickWindow()
    guard !isTransitioning(window) else { return }
    windows[window].rootViewController = HeadlessTabBarController()
    addTab(in: window)
  }

  // The end of a turn.

  func setManual(_ isManual: Bool) {
    headless.platform.transitionMode = isManual ? .manual : .immediate
    if !isManual { headless.platform.completeAllTransitions() }
  }

  /// Returns the errors in the account once nothing runs.
  func audit(waiting activities: [NavigationActivity]) -> [String] {
    var problems = problems
    if !headless.context.activity.isIdle {
      problems.append("busy: \(headless.context.activity.running)")
    }
    let waiting = Set(
      activities.compactMap { activity in
        activity.name.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      })
    for id in made {
      let waits = handled[id] == nil && waiting.contains(id)
      let count = handled[id, default: 0] + refused[id, default: 0] + (waits ? 1 : 0)
      if count != 1 {
        problems.append(
          "step \(id): handled \(handled[id] ?? 0), refused \(refused[id] ?? 0), waits \(waits)")
      }
    }
    made = made.filter { waiting.contains($0) }
    for flow in flows where (flow.coordinator.navigationStack(of: flow) != nil) != flow.isExpected {
      problems.append(
        "a flow at depth \(depth(of: flow)) "
          + (flow.isExpected ? "has ended while its stack is in a window" : "lives on"))
    }
    // A flow that has ended stays so, even if the platform shows its stack again.
    for flow in flows where !flow.isExpected { flow.isOver = true }
    for window in windows {
      let (tree, screen) = (
        text(headless.context.store(for: window).tree.root), text(window)
      )
      if tree != screen { problems.append("tree \(tree), screen \(screen)") }
    }
    for link in links where link.outcome == nil && link.waitingFor == nil {
      problems.append("a deep link waits for nothing")
    }
    if awaitedCount == 0, runningCalls > 0 {
      problems.append("\(runningCalls) handlers wait for each other")
    }
    let issues = headless.issues.filter { $0.code.rawValue != "mutualWait" }
    if !issues.isEmpty { problems.append("issues: \(issues)") }
    return problems
  }

  /// Forgets the flows and screens that have left.
  func forgetLeft() {
    steppers.removeAll { stepper in
      guard let flow = stepper.flow, flow.isExpected else { return generator.happens(percent: 50) }
      return !stepper.isOfFlow && stepper.page.map { !shows($0) } ?? true
        && generator.happens(percent: 50)
    }
    flows.removeAll(where: \.isOver)
    leftTabs = Array((leftTabs + removedTabs).suffix(3))
    removedTabs = []
  }

  private func text(_ node: NavigationTree.Node) -> String {
    let modal = node.modal.map { " presents \(text($0))" } ?? ""
    return "\(node.id.rawValue)[\(node.children.map(text).joined(separator: " "))]\(modal)"
  }

  private func text(_ element: any NavigationContainer) -> String {
    let contents = (0..<element.navigationRuntimeContainedCount)
      .map { text(element.navigationRuntimeContained(at: $0)) }
    let modal = element.navigationRuntimePresented.map { " presents \(text($0))" } ?? ""
    return "\(element.lifecycle.id.rawValue)[\(contents.joined(separator: " "))]\(modal)"
  }
}
