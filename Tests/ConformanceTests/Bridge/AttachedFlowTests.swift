import AsyncFlow
import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("An AsyncFlow flow attached to a CoreFlow flow")
struct AttachedFlowTests {
  /// A feature on a stack in a window, that attaches a flow wrapped by a coordinator.
  @MainActor
  struct World {
    let home = HeadlessNavigationController()
    let world: HeadlessWorld
    let journal = Journal()
    let parent: FeatureFlow
    let stepper = BridgeStepper()

    init() {
      world = HeadlessWorld(root: home)
      parent = FeatureFlow("parent", journal, context: world.context)
      parent.start(under: nil)
      home.viewControllers = [parent.screen]
    }

    func flow() -> StepFlow {
      let flow = StepFlow(root: screen("Child"), journal)
      flow.onNavigate = { [stepper, weak flow] step in
        guard step != .end else { return .end }
        guard step == .start, let flow else { return .none }
        return .one(.contribute(presentable: flow.root, stepper: stepper))
      }
      return flow
    }

    /// Returns when the flow is on screen and only the parent retains it.
    func attach(_ route: FlowRoute = .push) async -> WeakFlow {
      let flow = flow()
      let weakFlow = WeakFlow(flow)
      let coordinator = FlowCoordinator(context: world.context)
      let node = coordinator.node(of: flow, with: OneStepper(BridgeStep.start))
      weakFlow.coordinator = coordinator
      weakFlow.node = node
      parent.attach(node, by: route)
      await world.context.settled()
      return weakFlow
    }

    var codes: [String] { world.issues.map(\.code.rawValue) }
  }

  @MainActor
  final class WeakFlow {
    weak var flow: StepFlow?
    weak var coordinator: FlowCoordinator?
    weak var node: CoordinatedFlow?

    init(_ flow: StepFlow) { self.flow = flow }

    var isGone: Bool { flow == nil && coordinator == nil && node == nil }
  }

  @Test("Starts once, is shown, and is retained with its coordinator by the parent alone")
  func kept() async {
    let world = World()
    let child = await world.attach()
    #expect(world.home.viewControllers.count == 2)
    #expect(!child.isGone)
    world.stepper.steps.send(BridgeStep.left)
    #expect(await world.world.context.settled().isEmpty)
    #expect(world.journal.entries == ["parent active", "step start", "step left"])
    child.node?.start(under: world.parent)
    await world.world.context.settled()
    #expect(world.journal.entries.count == 3)
    #expect(world.codes.isEmpty)
  }

  @Test("Issues name the flow, and not the node that wraps it")
  func namedInIssues() {
    let world = World()
    let coordinator = FlowCoordinator(context: world.world.context)
    let node = coordinator.node(of: world.flow(), with: OneStepper(BridgeStep.start))
    world.parent.detach(node)
    world.parent.attach(node, by: .present)
    world.parent.attach(node, by: .present)
    let other = coordinator.node(of: world.flow(), with: OneStepper(BridgeStep.start))
    world.parent.attach(other, by: .present)
    #expect(world.codes == ["notAttached", "alreadyAttached", "notShown"])
    #expect(world.world.issues.allSatisfy { $0.fact.contains("StepFlow") })
    #expect(world.world.issues.allSatisfy { !$0.fact.contains("CoordinatedFlow") })
  }

  @Test(
    "Another sheet that its end attaches appears after it", arguments: [true, false], [true, false])
  func anotherSheet(isDetached: Bool, isObserver: Bool) async {
    let world = World()
    let coordinator = FlowCoordinator(context: world.world.context)
    let node = coordinator.node(of: world.flow(), with: OneStepper(BridgeStep.start))
    let next = FeatureFlow("next", world.journal, context: world.world.context)
    world.parent.attach(node, by: .present) { _ in
      if !isObserver { world.parent.attach(next, by: .present) }
    }
    await world.world.context.settled()
    var ends: [NavigationEndReason] = []
    let end = node.onEnd { reason in
      ends.append(reason)
      if isObserver { world.parent.attach(next, by: .present) }
    }
    if isDetached {
      world.parent.detach(node)
    } else {
      world.stepper.steps.send(BridgeStep.end)
    }
    await world.world.context.settled()
    #expect(next.isActive)
    #expect(ends == [isDetached ? .stopped : .finished])
    #expect(world.codes.isEmpty)
    withExtendedLifetime(end) {}
  }

  /// Calls a closure when it gets ready to emit steps, which is while its flow starts.
  final class ReadyStepper: FlowStepper {
    @Steps var steps
    var onReady: (() -> Void)?
    func readyToEmitSteps() { onReady?() }
  }

  @Test("Ends once, and is released, if the parent detaches it while it starts")
  func detachedWhileItStarts() async {
    let world = World()
    weak var weakFlow: StepFlow?
    weak var weakCoordinator: FlowCoordinator?
    do {
      let flow = world.flow()
      let coordinator = FlowCoordinator(context: world.world.context)
      let stepper = ReadyStepper()
      let node = coordinator.node(of: flow, with: stepper)
      (weakFlow, weakCoordinator) = (flow, coordinator)
      stepper.onReady = { [unowned node] in world.parent.detach(node) }
      var ends: [NavigationEndReason] = []
      let end = node.onEnd { ends.append($0) }
      world.parent.attach(node, by: .push)
      await world.world.context.settled()
      #expect(ends == [.stopped])
      stepper.steps.send(BridgeStep.left)
      await world.world.context.settled()
      #expect(!world.journal.entries.contains("step left"))
      coordinator.stop()
      #expect(ends == [.stopped])
      withExtendedLifetime(end) {}
    }
    #expect(world.parent.children.isEmpty)
    #expect(world.home.viewControllers.count == 1)
    #expect(weakFlow == nil)
    #expect(weakCoordinator == nil)
  }

  @Test("Ends with the reason of its flow, which its stepper ends while it starts")
  func leftWhileItStarts() async {
    let world = World()
    let root = screen("Root")
    world.home.viewControllers.append(root)
    let flow = StepFlow(root: root, world.journal)
    let coordinator = FlowCoordinator(context: world.world.context)
    let stepper = ReadyStepper()
    stepper.onReady = { world.home.userDidTapBack() }
    let node = coordinator.node(of: flow, with: stepper)
    var ends: [NavigationEndReason] = []
    let end = node.onEnd { ends.append($0) }
    node.start(under: nil)
    await world.world.context.settled()
    #expect(ends == [.dismissedByUser])
    withExtendedLifetime(end) {}
  }

  @Test(
    "Ends when the user dismisses it; the parent receives the cause, and all is released",
    arguments: [FlowRoute.push, .present])
  func userLeaves(_ route: FlowRoute) async {
    let world = World()
    let child = await world.attach(route)
    if route == .push {
      #expect(world.home.userDidTapBack())
    } else {
      let root = child.flow?.root as? HeadlessViewController
      #expect(root?.userDidPullDown() == true)
    }
    #expect(await world.world.context.settled().isEmpty)
    #expect(child.isGone)
    #expect(
      world.journal.entries
        == ["parent active", "step start", "parent lost a child: dismissedByUser"])
    #expect(world.parent.children.isEmpty)
    #expect(world.codes.isEmpty)
    #expect(world.world.refusals.isEmpty)
  }

  @Test("Leaves another sheet that is presented at the same time")
  func nextSheet() async {
    let world = World()
    let child = await world.attach(.present)
    let next = screen("Next")
    (child.flow?.root as? HeadlessViewController)?.dismiss(animated: false)
    world.parent.screen.present(next, animated: false)
    #expect(await world.world.context.settled().isEmpty)
    #expect(child.isGone)
    #expect(next.presentingViewController != nil)
  }

  @Test("Ends with its window's old root, and the parent receives its removal")
  func rootReplaced() async {
    let world = World()
    let child = await world.attach()
    world.world.window.rootViewController = screen("Login")
    #expect(await world.world.context.settled().isEmpty)
    #expect(child.isGone)
    #expect(world.journal.entries.last == "parent lost a child: removed")
    #expect(world.codes.isEmpty)
  }

  @Test("Stops when the parent detaches it, and its screen leaves")
  func detached() async {
    let world = World()
    let child = await world.attach()
    if let node = child.node { world.parent.detach(node) }
    #expect(await world.world.context.settled().isEmpty)
    #expect(child.isGone)
    #expect(world.home.viewControllers.count == 1)
    #expect(world.journal.entries.last == "parent lost a child: stopped")
  }

  @Test("Answers with its end; the parent receives it, and the screen leaves")
  func finishes() async {
    let world = World()
    let child = await world.attach()
    world.stepper.steps.send(BridgeStep.end)
    #expect(await world.world.context.settled().isEmpty)
    #expect(child.isGone)
    #expect(world.home.viewControllers.count == 1)
    #expect(world.journal.entries.last == "parent lost a child: finished")
    #expect(world.codes.isEmpty)
  }

  @Test(
    "The answer of a handler that removes its own screen decides the reason for the parent, too",
    arguments: [FlowRoute.push, .present], [true, false])
  func removesItself(_ route: FlowRoute, _ ends: Bool) async {
    let world = World()
    let child = await world.attach(route)
    var reasons: [NavigationEndReason] = []
    let end = child.node?.onEnd { reasons.append($0) }
    removeOwnScreen(of: child.flow, by: route, in: world) { ends ? .end : .none }
    world.stepper.steps.send(BridgeStep.left)
    #expect(await world.world.context.settled().isEmpty)
    let reason = ends ? NavigationEndReason.finished : .removed
    #expect(reasons == [reason])
    #expect(
      world.journal.entries.suffix(3) == ["step left", "answer", "parent lost a child: \(reason)"])
    #expect(child.isGone)
    #expect(world.parent.children.isEmpty)
    #expect(world.codes.isEmpty)
    #expect(world.world.refusals.isEmpty)
    withExtendedLifetime(end) {}
  }

  @Test(
    "Stops for both if the parent detaches it, or ends, while its handler removes its own screen",
    arguments: [FlowRoute.push, .present], [true, false])
  func stoppedWhileItRemovesItself(_ route: FlowRoute, _ isDetached: Bool) async {
    let world = World()
    let child = await world.attach(route)
    var reasons: [NavigationEndReason] = []
    let end = child.node?.onEnd { reasons.append($0) }
    removeOwnScreen(of: child.flow, by: route, in: world) {
      if !isDetached {
        world.parent.stop(because: .stopped)
      } else if let node = child.node {
        world.parent.detach(node)
      }
      return .end
    }
    world.stepper.steps.send(BridgeStep.left)
    #expect(await world.world.context.settled().isEmpty)
    #expect(reasons == [.stopped])
    #expect(
      world.journal.entries.filter { $0.hasPrefix("parent lost") }
        == ["parent lost a child: stopped"])
    #expect(child.isGone)
    #expect(world.codes.isEmpty)
    #expect(world.world.refusals.isEmpty)
    withExtendedLifetime(end) {}
  }

  /// Answers the step `left` after the removal of the flow's own screen.
  private func removeOwnScreen(
    of flow: StepFlow?, by route: FlowRoute, in world: World,
    answer: @escaping @MainActor () -> FlowContributors
  ) {
    flow?.onNavigate = { step in
      guard step == .left else { return .none }
      if route == .push {
        world.home.popViewController(animated: false)
      } else {
        world.parent.screen.dismiss(animated: false)
      }
      world.journal.note("answer")
      return answer()
    }
  }

  @Test(
    "Takes the screens of its own flows along from above other attached flows, and no others",
    arguments: [true, false])
  func leavesFromBeneath(isDetached: Bool) async {
    let world = World()
    let child = await world.attach()
    let (journal, context) = (world.journal, world.world.context)
    let first = FeatureFlow("First", journal, context: context)
    let second = FeatureFlow("Second", journal, context: context)
    let grandchild = StepFlow(root: screen("Grandchild"), journal)
    let other = screen("Other")
    world.parent.attach(first, by: .push)
    await context.settled()
    child.flow?.onNavigate = { [home = world.home, parent = world.parent] step in
      guard step == .left else { return step == .end ? .end : .none }
      if let root = grandchild.root as? HeadlessViewController {
        home.pushViewController(root, animated: false)
      }
      parent.attach(second, by: .push)
      return .one(.contribute(presentable: grandchild, stepper: OneStepper(BridgeStep.start)))
    }
    child.coordinator?.send(BridgeStep.left)
    await context.settled()
    world.home.pushViewController(other, animated: false)
    #expect(
      world.home.viewControllers.map(\.restorationIdentifier)
        == ["parent", "Child", "First", "Grandchild", "Second", "Other"])
    if !isDetached {
      child.coordinator?.send(BridgeStep.end)
    } else if let node = child.node {
      world.parent.detach(node)
    }
    #expect(await context.settled().isEmpty)
    #expect(
      world.home.viewControllers.map(\.restorationIdentifier)
        == ["parent", "First", "Second", "Other"])
    #expect(child.isGone)
    #expect(first.isActive && second.isActive)
    #expect(world.codes.isEmpty)
  }

  @Test(
    "Takes a sheet along that one of its own flows has presented, and no others",
    arguments: [true, false], [true, false])
  func takesSheetAlong(isDetached: Bool, isOwn: Bool) async {
    let world = World()
    let child = await world.attach()
    let grandchild = StepFlow(root: screen("Grandchild"), world.journal)
    child.flow?.onNavigate = { [home = world.home] step in
      guard step == .left, let root = grandchild.root as? HeadlessViewController else {
        return step == .end ? .end : .none
      }
      home.present(root, animated: false)
      return .one(.contribute(presentable: grandchild, stepper: OneStepper(BridgeStep.start)))
    }
    if isOwn {
      child.coordinator?.send(BridgeStep.left)
    } else {
      world.home.present(screen("Other"), animated: false)
    }
    await world.world.context.settled()
    #expect(world.home.presentedViewController != nil)
    if !isDetached {
      child.coordinator?.send(BridgeStep.end)
    } else if let node = child.node {
      world.parent.detach(node)
    }
    #expect(await world.world.context.settled().isEmpty)
    #expect((world.home.presentedViewController == nil) == isOwn)
    #expect(world.home.viewControllers.count == 1)
    #expect(child.isGone)
    #expect(world.codes.isEmpty)
  }

  @Test("Stopped before its start, it never begins, and a later observer receives the end at once")
  func neverStarted() async {
    let world = World()
    let coordinator = FlowCoordinator(context: world.world.context)
    let node = coordinator.node(of: world.flow(), with: OneStepper(BridgeStep.start))
    node.stop(because: .removed)
    node.start(under: nil)
    await coordinator.settled()
    var reasons: [NavigationEndReason] = []
    _ = node.onEnd { reasons.append($0) }
    #expect(reasons == [.removed])
    #expect(world.journal.entries == ["parent active"])
    #expect(world.codes.isEmpty)
  }

  @Test("Reports and ends a flow that is already coordinated, and one of a completed coordinator")
  func refused() async {
    let world = World()
    let flow = world.flow()
    let coordinator = FlowCoordinator(context: world.world.context)
    coordinator.coordinate(flow: flow, with: OneStepper(BridgeStep.start))
    let second = coordinator.node(of: flow, with: OneStepper(BridgeStep.start))
    second.start(under: nil)
    var reasons: [NavigationEndReason] = []
    _ = second.onEnd { reasons.append($0) }
    coordinator.stop()
    let third = coordinator.node(of: world.flow(), with: OneStepper(BridgeStep.start))
    third.start(under: nil)
    _ = third.onEnd { reasons.append($0) }
    #expect(reasons == [.stopped, .stopped])
    #expect(world.codes == ["flowAlreadyAlive", "coordinatorCompleted"])
  }
}
