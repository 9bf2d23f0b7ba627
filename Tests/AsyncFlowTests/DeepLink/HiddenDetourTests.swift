import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("A deep link whose detour exists already")
struct HiddenDetourTests {
  enum LoginStep: Step, Equatable { case start, main, login }

  final class LoginFlow: Flow {
    let tabs = HeadlessTabBarController()
    let home = stack("HomeStack", screen("Home"))
    let login = screen("Login")
    let logins = stack("LoginStack")
    let isInStack: Bool
    var root: any Presentable { tabs }

    init(isInStack: Bool) {
      self.isInStack = isInStack
      logins.viewControllers = [login]
      tabs.viewControllers = [home, logins]
    }

    func adapt(step: LoginStep) async -> LoginStep? { step == .main ? .login : step }

    func navigate(to step: LoginStep) async -> FlowContributors {
      guard step == .login else { return .none }
      tabs.selectedIndex = 1
      if isInStack { logins.popToRootViewController(animated: false) }
      return .one(.contribute(presentable: login, stepper: DefaultStepper()))
    }
  }

  @Test(
    "Shows a login that is in an unselected tab, or beneath another entry",
    arguments: [false, true])
  func hidden(isInStack: Bool) async {
    let flow = LoginFlow(isInStack: isInStack)
    let headless = HeadlessWorld(root: flow.tabs)
    let world = CoordinatorWorld(context: headless.context)
    world.coordinator.coordinate(flow: flow, with: OneStepper(LoginStep.start))
    await world.coordinator.settled()
    await world.coordinator.navigate(to: LoginStep.login)
    if isInStack {
      flow.logins.pushViewController(screen("Help"), animated: false)
    } else {
      flow.tabs.selectedIndex = 0
    }
    await world.coordinator.settled()
    let link = world.coordinator.start(DeepLinkPlan(steps: [LoginStep.main]))
    await world.coordinator.settled()
    #expect(headless.store.tree.visibleLeaf.name == "Login")
    #expect(link.outcome == nil)
    link.cancel()
  }
}
