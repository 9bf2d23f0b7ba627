import AsyncFlow
import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("A CoreFlow flow contributed by an AsyncFlow flow")
struct ContributedFeatureTests {
  /// The ways in which the flow shows the feature's screen.
  enum Route: CaseIterable { case push, present }

  /// A flow with a stack in a window, that contributes a feature for its first step.
  @MainActor
  struct World {
    let home = stack("Home", screen("List"))
    let world: HeadlessWorld
    let coordinator: FlowCoordinator
    let journal = Journal()
    let flow: StepFlow
    let stepper = BridgeStepper()
    let log = Journal()
    private let subscription: Cancellation

    init() {
      world = HeadlessWorld(root: home)
      coordinator = FlowCoordinator(context: world.context)
      flow = StepFlow(root: home, journal)
      subscription = coordinator.onEvent { [log] in log.note($0.description) }
    }

    /// Returns when the feature is on screen and only the coordinator retains it.
    func contribute(
      _ route: Route = .push, allowsStepsWhenDismissed: Bool = false
    ) async -> WeakFeature {
      var feature: FeatureFlow? = FeatureFlow("feature", journal, context: world.context)
      let weakFeature = WeakFeature(feature)
      flow.onNavigate = { [home, stepper] step in
        guard step == .start, let shown = feature else { return step == .end ? .end : .none }
        feature = nil
        switch route {
        case .push: home.pushViewController(shown.screen, animated: true)
        case .present: home.present(shown.screen, animated: true)
        }
        return .one(
          .contribute(
            withNextPresentable: shown, withNextStepper: stepper,
            allowStepWhenDismissed: allowsStepsWhenDismissed
          ).onDismissal(forwardToParent: BridgeStep.left))
      }
      coordinator.coordinate(flow: flow, with: OneStepper(BridgeStep.start))
      await coordinator.settled()
      return weakFeature
    }
  }

  @MainActor
  final class WeakFeature {
    weak var flow: FeatureFlow?
    weak var core: FeatureCore?

    init(_ flow: FeatureFlow?) {
      self.flow = flow
      core = flow?.core
    }
  }

  @Test("Starts once, and is retained while it is on screen, also beneath another screen")
  func kept() async {
    let world = World()
    let feature = await world.contribute()
    world.home.pushViewController(screen("Over"), animated: true)
    await world.coordinator.settled()
    #expect(feature.flow?.isActive == true)
    #expect(world.home.userDidTapBack())
    #expect(await world.coordinator.settled().isEmpty)
    #expect(feature.flow?.isActive == true)
    #expect(world.journal.entries == ["feature active", "step start"])
    #expect(world.world.issues.isEmpty)
  }

  @Test(
    "Ends when the user dismisses it; the flow receives its step, and all is released",
    arguments: Route.allCases)
  func userLeaves(_ route: Route) async {
    let world = World()
    let feature = await world.contribute(route)
    switch route {
    case .push: #expect(world.home.userDidTapBack())
    case .present: #expect(feature.flow?.screen.userDidPullDown() == true)
    }
    #expect(await world.coordinator.settled().isEmpty)
    #expect(feature.flow == nil)
    #expect(feature.core == nil)
    #expect(
      world.journal.entries == ["feature active", "step start", "feature resign", "step left"])
    #expect(world.log.entries.contains("ended: FeatureFlow, dismissedByUser"))
    #expect(world.world.issues.isEmpty)
  }

  @Test("Ends by the user also if it is retained elsewhere, and receives the cause")
  func keptElsewhere() async {
    let world = World()
    let feature = await world.contribute()
    let kept = feature.flow
    var reasons: [NavigationEndReason] = []
    let subscription = kept?.onEnd { reasons.append($0) }
    #expect(world.home.userDidTapBack())
    await world.coordinator.settled()
    #expect(kept?.isActive == false)
    #expect(reasons == [.dismissedByUser])
    withExtendedLifetime(subscription) {}
  }

  @Test("Ends with the coordinator, also if it is retained elsewhere", arguments: [false, true])
  func coordinatorIsReleased(isKept: Bool) async {
    var world: World? = World()
    let (headless, journal) = (world?.world, world?.journal)
    let feature = await world?.contribute()
    let kept = isKept ? feature?.flow : nil
    #expect(feature?.flow?.isActive == true)
    world = nil
    #expect(journal?.entries == ["feature active", "step start", "feature resign"])
    #expect(kept?.isActive != true)
    #expect((feature?.flow == nil) == !isKept)
    #expect(headless?.issues.isEmpty == true)
  }

  /// The ways in which the contributing flow ends.
  enum Ending: CaseIterable { case release, stop, close }

  @Test(
    "All is released if the feature takes the screen of a child of its contributing flow along",
    arguments: Route.allCases, Ending.allCases)
  func takesAnotherScreen(_ route: Route, _ ending: Ending) async throws {
    var world: World? = World()
    let headless = try #require(world?.world)
    weak var flow: StepFlow?
    weak var child: StepFlow?
    flow = world?.flow
    let feature = await world?.contribute(route)
    let inner = FeatureFlow("inner", Journal(), context: headless.context)
    feature?.flow?.attach(inner, by: route == .push ? .push : .present)
    await headless.context.settled()
    flow?.onNavigate = { [home = world?.home, screen = inner.screen] step in
      guard step == .end else { return .none }
      let root = TestSupport.screen("Child")
      let shown = StepFlow(root: root, Journal())
      child = shown
      switch route {
      case .push: home?.pushViewController(root, animated: false)
      case .present: screen.present(root, animated: false)
      }
      return .one(
        .contribute(presentable: shown, stepper: OneStepper(BridgeStep.start))
          .onDismissal(forwardToParent: BridgeStep.left))
    }
    world?.coordinator.send(BridgeStep.end)
    await headless.context.settled()
    #expect(child != nil)
    switch ending {
    case .release: break
    case .stop: world?.coordinator.stop()
    case .close: headless.window.rootViewController = nil
    }
    if ending != .release {
      #expect(try await headless.context.settled(within: 5).isEmpty)
      #expect(world?.log.entries.last == "completed")
    }
    world = nil
    #expect(try await headless.context.settled(within: 5).isEmpty)
    #expect(flow == nil)
    #expect(child == nil)
    #expect(feature?.flow == nil)
    #expect(headless.issues.isEmpty)
  }

  @Test("A step that a core sends when it resigns with the released coordinator is dropped")
  func sendsAtRelease() async throws {
    var world: World? = World()
    let headless = try #require(world?.world)
    weak var flow: StepFlow?
    flow = world?.flow
    let feature = await world?.contribute()
    feature?.core?.onResign = { [stepper = world?.stepper] in
      stepper?.steps.send(BridgeStep.left)
    }
    world = nil
    #expect(try await headless.context.settled(within: 5).isEmpty)
    #expect(flow == nil)
    #expect(headless.issues.isEmpty)
  }

  @Test(
    "Without its screen it is active, and no leak, as long as later steps are allowed",
    arguments: Ending.allCases)
  func outlivesItsScreen(_ ending: Ending) async throws {
    var world: World? = World()
    let headless = try #require(world?.world)
    headless.context.leakDetector.isEnabled = true
    let journal = world?.journal
    let feature = await world?.contribute(allowsStepsWhenDismissed: true)
    #expect(world?.home.userDidTapBack() == true)
    await headless.context.settled()
    headless.clock.advance(by: 10)
    world?.stepper.steps.send(BridgeStep.left)
    await headless.context.settled()
    #expect(feature?.flow?.isActive == true)
    #expect(journal?.entries == ["feature active", "step start", "step left"])
    #expect(headless.issues.isEmpty)
    let leaked = feature?.flow
    switch ending {
    case .release: world = nil
    case .stop: world?.coordinator.stop()
    case .close: headless.window.rootViewController = nil
    }
    await headless.context.settled()
    #expect(leaked?.isActive == false)
    headless.clock.advance(by: 10)
    #expect(headless.issues.map(\.code.rawValue) == ["leak"])
  }

  @Test("Ends with its contributing flow when the window's root is replaced")
  func rootReplaced() async {
    let world = World()
    let feature = await world.contribute()
    world.world.window.rootViewController = screen("Login")
    #expect(await world.coordinator.settled().isEmpty)
    #expect(feature.flow == nil)
    #expect(world.journal.entries == ["feature active", "step start", "feature resign"])
    #expect(world.log.entries.last == "completed")
  }

  @Test("Stops when its contributing flow ends")
  func flowEnds() async {
    let world = World()
    let feature = await world.contribute()
    let kept = feature.flow
    var reasons: [NavigationEndReason] = []
    let subscription = kept?.onEnd { reasons.append($0) }
    world.stepper.steps.send(BridgeStep.end)
    await world.coordinator.settled()
    #expect(reasons == [.stopped])
    withExtendedLifetime(subscription) {}
  }

  @Test("A second contribution is reported, and adds its stepper only")
  func contributedTwice() async {
    let world = World()
    let feature = await world.contribute()
    let second = BridgeStepper()
    let answer = world.flow.onNavigate
    world.flow.onNavigate = { [weak flow = feature.flow] step in
      guard step == .left, let flow, flow.isActive else { return answer?(step) ?? .none }
      return .one(.contribute(presentable: flow, stepper: second))
    }
    world.stepper.steps.send(BridgeStep.left)
    await world.coordinator.settled()
    #expect(world.world.issues.map(\.code.rawValue) == ["flowAlreadyAlive"])
    second.steps.send(BridgeStep.start)
    await world.coordinator.settled()
    #expect(world.home.userDidTapBack())
    #expect(await world.coordinator.settled().isEmpty)
    second.steps.send(BridgeStep.start)
    await world.coordinator.settled()
    #expect(feature.flow == nil)
    #expect(
      world.journal.entries == [
        "feature active", "step start", "step left", "step start", "feature resign", "step left",
      ])
    #expect(world.log.entries.filter { $0 == "started: FeatureFlow" }.count == 1)
    #expect(world.log.entries.filter { $0.hasPrefix("ended: FeatureFlow") }.count == 1)
    #expect(
      world.log.entries.last
        == "not handled: StepFlow → start: \(StepOutcome.refused(.dismissed))")
  }

  @Test("A feature that has ended can be contributed again without a report")
  func contributedAgain() async {
    let world = World()
    let feature = FeatureFlow("feature", world.journal, context: world.world.context)
    world.flow.onNavigate = { [home = world.home] step in
      guard step == .start else { return .none }
      home.pushViewController(feature.screen, animated: false)
      return .one(.contribute(presentable: feature, stepper: BridgeStepper()))
    }
    world.coordinator.coordinate(flow: world.flow, with: OneStepper(BridgeStep.start))
    await world.coordinator.settled()
    #expect(world.home.userDidTapBack())
    await world.coordinator.settled()
    world.coordinator.send(BridgeStep.start)
    await world.coordinator.settled()
    #expect(feature.isActive)
    #expect(
      world.journal.entries
        == ["step start", "feature active", "feature resign", "step start", "feature active"])
    #expect(world.log.entries.filter { $0 == "started: FeatureFlow" }.count == 2)
    #expect(world.world.issues.isEmpty)
  }

  @Test("Finishes while it starts: all is released, and its stepper's steps are refused")
  func finishesAtOnce() async {
    var world: World? = World()
    let (log, stepper) = (world?.log, world?.stepper)
    weak var contributing: StepFlow?
    weak var feature: QuitFlow?
    contributing = world?.flow
    world?.flow.onNavigate = { [home = world?.home] step in
      guard step == .start else { return .none }
      let quit = QuitFlow()
      feature = quit
      home?.pushViewController(HeadlessViewController(), animated: false)
      return .one(.contribute(presentable: quit, stepper: stepper ?? BridgeStepper()))
    }
    if let world {
      world.coordinator.coordinate(flow: world.flow, with: OneStepper(BridgeStep.start))
    }
    await world?.coordinator.settled()
    #expect(feature == nil)
    #expect(log?.entries.contains("ended: QuitFlow, finished") == true)
    stepper?.steps.send(BridgeStep.left)
    await world?.coordinator.settled()
    #expect(
      log?.entries.last == "not handled: StepFlow → left: \(StepOutcome.refused(.dismissed))")
    world = nil
    #expect(contributing == nil)
  }

  @Test("Finishes by itself; it is released, and its stepper's steps are refused")
  func finishes() async {
    let world = World()
    let feature = await world.contribute()
    feature.flow?.finish()
    world.stepper.steps.send(BridgeStep.start)
    await world.coordinator.settled()
    #expect(feature.flow == nil)
    #expect(world.journal.entries == ["feature active", "step start", "feature resign"])
    #expect(world.log.entries.contains("ended: FeatureFlow, finished"))
    #expect(
      world.log.entries.contains(
        "not handled: StepFlow → start: \(StepOutcome.refused(.dismissed))"))
  }
}

private final class QuitCore: ScreenLessCore {
  weak var flow: QuitFlow?
  override func didBecomeActive() { flow?.finish() }
}

private final class QuitFlow: ScreenLessFlow<QuitCore> {
  override func createCore() -> QuitCore {
    let core = QuitCore()
    core.flow = self
    return core
  }
}
