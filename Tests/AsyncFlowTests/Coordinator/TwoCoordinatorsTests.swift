import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Handlers of two coordinators that wait for each other")
struct TwoCoordinatorsTests {
  private let headless: HeadlessWorld
  private let world: CoordinatorWorld
  private let other: FlowCoordinator
  private let shop = ScriptedFlow(root: stack("Shop", screen("List")))
  private let account = AccountFlow(root: stack("Account", screen("Profile")))
  private let taps = TestStepper()
  private let accountTaps = TestStepper()

  /// A flow with a name of its own, for the chain.
  private final class AccountFlow: ScriptedFlow {}

  init() async throws {
    let roots = [shop.root, account.root].compactMap { $0 as? HeadlessViewController }
    let bar = tabs("Tabs")
    bar.viewControllers = roots
    headless = HeadlessWorld(root: bar)
    world = CoordinatorWorld(context: headless.context)
    other = FlowCoordinator(context: headless.context)
    world.coordinator.coordinate(flow: shop, with: taps)
    other.coordinate(flow: account, with: accountTaps)
    await other.settled()
  }

  private let chain = ["AccountFlow", "ScriptedFlow", "AccountFlow"]

  @Test("The second call is refused with the chain, also a broadcast", arguments: [false, true])
  func calls(isBroadcast: Bool) async {
    var outcomes: [StepOutcome] = []
    shop.onNavigate = { [other, account] step in
      guard step == .number(1) else { return .none }
      outcomes.append(await other.navigate(to: TestStep.number(2), in: account).outcome)
      return .none
    }
    account.onNavigate = { [coordinator = world.coordinator, shop] _ in
      let receipt =
        isBroadcast
        ? await coordinator.navigate(to: TestStep.number(3))
        : await coordinator.navigate(to: TestStep.number(3), in: shop)
      outcomes.append(receipt.outcome)
      return .none
    }
    taps.send(.number(1))
    #expect(await other.settled() == [])
    #expect(outcomes == [.refused(.mutualWait(chain)), .handled])
    #expect(shop.handled == [.number(1)])
    #expect(world.issueCodes == ["mutualWait"])
  }

  @Test("A call of a flow is refused whose handler waits for the caller's result")
  func result() async {
    var outcomes: [StepOutcome] = []
    var result: FlowResult<Int>?
    let child = AccountFlow(root: screen("Child"))
    shop.onNavigate = { [other] step in
      guard step == .number(1) else { return .none }
      result = await other.result(of: child, with: OneStepper(TestStep.start), as: Int.self)
      return .none
    }
    child.onNavigate = { [coordinator = world.coordinator, shop] _ in
      outcomes.append(await coordinator.navigate(to: TestStep.number(3), in: shop).outcome)
      return .finish(7)
    }
    taps.send(.number(1))
    #expect(await other.settled() == [])
    #expect(outcomes == [.refused(.mutualWait(chain))])
    #expect(result == .value(7))
    #expect(world.issueCodes == ["mutualWait"])
  }

  /// The last of these calls may be one in its own coordinator.
  @Test("The call that would close the circle is refused", arguments: [false, true])
  func independent(isNested: Bool) async {
    let (gate, third) = (Gate(), ScriptedFlow(root: screen("Third")))
    let thirdTaps = TestStepper()
    var outcomes: [StepOutcome] = []
    world.coordinator.coordinate(flow: third, with: thirdTaps)
    third.onNavigate = { [other, account] step in
      guard step == .number(4) else { return .none }
      _ = await other.navigate(to: TestStep.number(2), in: account)
      return .none
    }
    account.onNavigate = { [coordinator = world.coordinator, shop] step in
      guard step == .number(5) else { return .none }
      _ = await coordinator.navigate(to: TestStep.number(3), in: shop)
      return .none
    }
    shop.onNavigate = { [coordinator = world.coordinator, other, account] step in
      guard step == .number(1) else { return .none }
      await gate.wait()
      let receipt =
        isNested
        ? await coordinator.navigate(to: TestStep.number(6), in: third)
        : await other.navigate(to: TestStep.number(6), in: account)
      outcomes.append(receipt.outcome)
      return .none
    }
    taps.send(.number(1))
    await gate.someone()
    accountTaps.send(.number(5))
    for _ in 0..<5 { await letOthersRun() }
    thirdTaps.send(.number(4))
    for _ in 0..<5 { await letOthersRun() }
    gate.open()
    #expect(await other.settled() == [])
    let others = isNested ? ["ScriptedFlow", "AccountFlow"] : ["AccountFlow"]
    #expect(outcomes == [.refused(.mutualWait(["ScriptedFlow"] + others + ["ScriptedFlow"]))])
    #expect(shop.handled == [.number(1), .number(3)])
    #expect(account.handled == [.number(5), .number(2)])
    #expect(world.issueCodes == ["mutualWait"])
  }

  @Test("A step that waits only for its transition refuses no call back")
  func settling() async {
    let tabs = headless.window.rootViewController as? HeadlessTabBarController
    tabs?.selectedIndex = 1
    headless.platform.transitionMode = .manual
    var outcomes: [StepOutcome] = []
    shop.onNavigate = { [other, account] step in
      guard step == .number(1) else { return .none }
      outcomes.append(await other.navigate(to: TestStep.number(2), in: account).outcome)
      return .none
    }
    account.onNavigate = { [account] step in
      guard step == .number(2) else { return .none }
      (account.root as? HeadlessNavigationController)?
        .pushViewController(screen("Orders"), animated: true)
      return .none
    }
    account.onAdapt = { [coordinator = world.coordinator, shop] step in
      guard step == .number(5) else { return step }
      outcomes.append(await coordinator.navigate(to: TestStep.number(3), in: shop).outcome)
      return step
    }
    taps.send(.number(1))
    for _ in 0..<10 { await letOthersRun() }
    accountTaps.send(.number(5))
    for _ in 0..<10 { await letOthersRun() }
    headless.platform.completeAllTransitions()
    #expect(await other.settled() == [])
    #expect(outcomes == [.handled, .handled])
    #expect(shop.handled == [.number(1), .number(3)])
    #expect(world.issueCodes == [])
  }

  @Test("A call back is handled if no handler of its recipient waits")
  func free() async {
    let child = ScriptedFlow(root: screen("Child"))
    var outcomes: [StepOutcome] = []
    world.coordinator.coordinate(flow: child, with: TestStepper())
    shop.onNavigate = { [other, account] step in
      guard step == .number(1) else { return .none }
      outcomes.append(await other.navigate(to: TestStep.number(2), in: account).outcome)
      return .none
    }
    account.onNavigate = { [coordinator = world.coordinator] _ in
      outcomes.append(await coordinator.navigate(to: TestStep.number(3), in: child).outcome)
      return .none
    }
    taps.send(.number(1))
    #expect(await other.settled() == [])
    #expect(outcomes == [.handled, .handled])
    #expect(child.handled == [.number(3)])
    #expect(world.issueCodes == [])
  }
}
