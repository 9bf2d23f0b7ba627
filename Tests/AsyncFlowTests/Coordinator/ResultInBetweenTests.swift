import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Waiting for a child's result in adapt, and in a transaction")
struct ResultInBetweenTests {
  private let home = stack("Home", screen("List"))
  private let headless: HeadlessWorld
  private let world: CoordinatorWorld
  private let parent: ScriptedFlow

  init() {
    headless = HeadlessWorld(root: home)
    world = CoordinatorWorld(context: headless.context)
    parent = ScriptedFlow(root: home)
  }

  @Test("A child whose root had left before adapt was called starts")
  func rootLeftBefore() async {
    let login = screen("Login")
    home.present(login, animated: false)
    home.dismiss(animated: false)
    await headless.context.settled()
    let child = ScriptedFlow(root: login)
    child.onNavigate = { [home] _ in
      home.present(login, animated: false)
      return .finish(1)
    }
    var results: [FlowResult<Int>] = []
    parent.onAdapt = { [coordinator = world.coordinator] step in
      guard step == .number(1) else { return step }
      results.append(
        await coordinator.result(of: child, with: OneStepper(TestStep.start), as: Int.self))
      return step
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    await world.coordinator.navigate(to: TestStep.number(1))
    #expect(results == [.value(1)])
    parent.onAdapt = nil
    child.onNavigate = nil
  }

  @Test("A child in no window does not wait for the transaction that waits for it")
  func transaction() async throws {
    let child = ScriptedFlow(root: screen("Child"))
    child.onNavigate = { step in
      step == .start
        ? .one(.forwardToCurrentFlow(withStep: TestStep.number(1))) : .finish(3)
    }
    var results: [FlowResult<Int>] = []
    parent.onNavigate = { [coordinator = world.coordinator, store = headless.store] step in
      guard step == .start else { return .none }
      await store.scheduler.transaction("t") {
        results.append(
          await coordinator.result(of: child, with: OneStepper(TestStep.start), as: Int.self))
      }
      return .none
    }
    world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
    #expect(try await headless.context.settled(within: 2) == [])
    #expect(results == [.value(3)])
    parent.onNavigate = nil
    child.onNavigate = nil
  }
}
