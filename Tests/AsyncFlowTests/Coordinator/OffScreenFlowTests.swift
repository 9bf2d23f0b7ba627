import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("A flow that the platform refuses to show")
struct OffScreenFlowTests {
  /// A window whose flow presents a child for the step `number(1)`, and pushes another for
  /// `number(2)`.
  @MainActor
  final class Scene {
    let home = stack("Home", screen("List"))
    let headless: HeadlessWorld
    let world: CoordinatorWorld
    let parent: ScriptedFlow
    let pushed = OtherFlow()
    var presented: [OtherFlow] = []

    init() async {
      headless = HeadlessWorld(root: home)
      world = CoordinatorWorld(context: headless.context)
      parent = ScriptedFlow(root: home)
      parent.onNavigate = { [unowned self] step in
        switch step {
        case .number(1):
          let child = OtherFlow()
          presented.append(child)
          home.present(child.screen, animated: true)
          return .one(.contribute(presentable: child, stepper: DefaultStepper()))
        case .number(2):
          home.pushViewController(pushed.screen, animated: true)
          return .one(.contribute(presentable: pushed, stepper: DefaultStepper()))
        default: return .none
        }
      }
      world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
    }

    /// Handles the step while a sheet is up, and removes the sheet.
    func refusePresentation() async {
      home.present(screen("Sheet"), animated: false)
      await world.coordinator.navigate(to: TestStep.number(1))
      home.dismiss(animated: false)
      await world.coordinator.settled()
    }

    func follow(_ steps: any Step...) async -> DeepLinkOutcome? {
      let link = world.coordinator.start(DeepLinkPlan(steps: steps))
      await world.coordinator.settled()
      return link.outcome
    }
  }

  @Test("is no destination of a link, which handles the step again")
  func destination() async {
    let scene = await Scene()
    await scene.refusePresentation()
    #expect(await scene.follow(TestStep.number(1)) == .arrived)
    #expect(scene.presented.count == 2)
    #expect(scene.home.presentedViewController === scene.presented.last?.screen)
  }

  @Test("receives no hop of a link if another flow of its type is on screen")
  func hop() async {
    let scene = await Scene()
    await scene.refusePresentation()
    await scene.world.coordinator.navigate(to: TestStep.number(2))
    #expect(await scene.follow(OtherStep.other) == .arrived)
    #expect(scene.presented.map(\.handled) == [[]])
    #expect(scene.pushed.handled == [.other])
  }

  @Test("is not the first responder")
  func firstResponder() async {
    let scene = await Scene()
    await scene.world.coordinator.navigate(to: TestStep.number(2))
    await scene.refusePresentation()
    let receipt = await scene.world.coordinator.navigateInFirstResponder(to: OtherStep.other)
    #expect(receipt.outcome == .handled)
    #expect(scene.pushed.handled == [.other])
    #expect(scene.presented.map(\.handled) == [[]])
  }
}
