import AsyncFlow
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("A flow of AsyncFlow's and an alert of UIKit's")
struct UIKitAlertFlowTests {
  private let home = stack("Home", screen("List"))
  private let flow: ScriptedFlow
  private let headless: HeadlessWorld
  private let world: CoordinatorWorld

  init() {
    flow = ScriptedFlow(root: home)
    headless = HeadlessWorld(root: home)
    world = CoordinatorWorld(context: headless.context)
  }

  /// Starts the flow, whose first step presents an alert with a stepper.
  private func askInFlow(
    _ alert: UIAlertController, _ stepper: TestStepper, allowStepWhenDismissed: Bool
  ) async {
    flow.onNavigate = { [home] step in
      switch step {
      case .start:
        home.present(alert, animated: true)
        return .one(
          flowContributor: .contribute(
            withNextPresentable: alert, withNextStepper: stepper,
            allowStepWhenDismissed: allowStepWhenDismissed))
      case .push(let name):
        home.pushViewController(screen(name), animated: true)
      default: break
      }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
  }

  @Test("A step that a button's handler emits comes after the alert's end: it has to be welcome")
  func contributed() async {
    for isWelcome in [true, false] {
      let test = Self()
      let stepper = TestStepper()
      let question = alert("Delete?", "Delete") { _ in stepper.send(.push("Deleted")) }
      await test.askInFlow(question, stepper, allowStepWhenDismissed: isWelcome)
      #expect(test.headless.store.tree.modalChain.map(\.name) == ["Alert"])
      #expect(question.userDidTap("Delete"))
      await test.world.coordinator.settled()
      #expect(test.headless.store.tree.modalChain.isEmpty)
      if isWelcome {
        #expect(test.flow.handled == [.start, .push("Deleted")])
        #expect(test.headless.store.tree.visibleLeaf.name == "Deleted")
        #expect(test.world.notHandled.isEmpty)
      } else {
        #expect(test.flow.handled == [.start])
        #expect(test.world.notHandled.count == 1)
        #expect(test.world.notHandled.first?.contains("has left the screen") == true)
      }
      #expect(test.headless.refusals.isEmpty)
    }
  }

  @Test("An alert as the root of a flow ends it with the user's tap, and the parent is told")
  func root() async {
    weak var weakAlert: UIAlertController?
    do {
      let question = alert("Sure?", "Yes")
      weakAlert = question
      let child = ScriptedFlow(root: question)
      flow.onNavigate = { [home, weak child] step in
        guard step == .start, let child else { return .none }
        home.present(question, animated: true)
        return .one(
          .contribute(presentable: child, stepper: TestStepper())
            .onDismissal(forwardToParent: TestStep.number(1)))
      }
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      withExtendedLifetime(child) {}
      #expect(question.userDidTap("Yes"))
    }
    flow.onNavigate = nil
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1)])
    #expect(world.log.contains("ended: ScriptedFlow, dismissedByUser"))
    #expect(weakAlert == nil)
  }

  @Test("A step that is held for a hidden screen outlasts a foreign alert, and comes when it shows")
  func heldMeanwhile() async {
    let hidden = TestStepper()
    let shown = TestStepper()
    let (first, second) = (screen("First"), screen("Second"))
    flow.onNavigate = { [home] step in
      switch step {
      case .start:
        home.pushViewController(first, animated: true)
        home.pushViewController(second, animated: true)
        return .multiple(
          .contribute(presentable: first, stepper: hidden),
          .contribute(presentable: second, stepper: shown))
      case .push(let name):
        home.pushViewController(screen(name), animated: true)
      default: break
      }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    hidden.send(.number(1))
    await world.coordinator.settled()
    #expect(flow.handled == [.start])

    // Code that knows nothing of flows asks, over the screen that is shown.
    let question = alert("Discard?", "Discard") { [home] _ in
      home.popViewController(animated: true)
    }
    second.present(question, animated: true)
    shown.send(.number(2))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(2)])
    #expect(headless.store.tree.modalChain.map(\.name) == ["Alert"])

    #expect(question.userDidTap("Discard"))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(2), .number(1)])
    #expect(headless.store.tree.visibleLeaf.name == "First")
    #expect(world.notHandled.isEmpty)
    #expect(headless.refusals.isEmpty)
  }

  @Test("A step handled while the alert closes navigates after it, not into it")
  func duringDismissal() async {
    let stepper = TestStepper()
    flow.onNavigate = { [home] step in
      switch step {
      case .start:
        return .one(
          .contribute(presentable: home.viewControllers[0], stepper: stepper))
      case .push(let name):
        home.present(screen(name), animated: true)
      default: break
      }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let question = alert("Sure?", "Yes")
    home.present(question, animated: true)
    headless.platform.transitionMode = .manual
    #expect(question.userDidTap("Yes"))
    stepper.send(.push("Next"))
    await letOthersRun()
    #expect(flow.handled == [.start])
    headless.platform.completeAllTransitions()
    headless.platform.transitionMode = .immediate
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .push("Next")])
    #expect(headless.store.tree.modalChain.map(\.name) == ["Next"])
    #expect(headless.refusals.isEmpty)
  }
}
