import AsyncFlow
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("An AsyncFlow flow over UIKit's controllers")
struct UIKitFlowTests {
  @Test("navigates when a button of a view controller is tapped")
  func button() async {
    let world = HeadlessWorld()
    let flow = LoginFlow()
    let coordinator = FlowCoordinator(context: world.context)
    coordinator.coordinate(flow: flow, with: OneStepper<LoginStep>(.login))
    world.window.rootViewController = flow.navigation
    await world.context.settled()
    let login = flow.navigation.topViewController as? LoginController
    login?.button.sendActions(for: .touchUpInside)
    await world.context.settled()
    #expect(world.store.tree.visibleLeaf.name == "Home")
    withExtendedLifetime(coordinator) {}
  }
}

private enum LoginStep: Step {
  case login, home
}

private final class LoginViewModel: Stepper {
  let steps = AsyncReplaySubject<any Step>(bufferSize: 1)
}

private final class LoginController: UIViewController {
  let viewModel = LoginViewModel()
  let button = UIButton()
  private var store: Set<Cancellation> = []

  override func viewDidLoad() {
    super.viewDidLoad()
    button.onTap.receive { [weak viewModel] in viewModel?.steps.send(LoginStep.home) }
      .store(in: &store)
  }
}

private final class LoginFlow: Flow {
  let navigation = UINavigationController()
  var root: any Presentable { navigation }

  func navigate(to step: LoginStep) async -> FlowContributors {
    switch step {
    case .login:
      let controller = LoginController()
      navigation.setViewControllers([controller], animated: false)
      return .one(
        flowContributor: .contribute(
          withNextPresentable: controller, withNextStepper: controller.viewModel))
    case .home:
      let home = UIViewController()
      home.restorationIdentifier = "Home"
      navigation.pushViewController(home, animated: true)
      return .none
    }
  }
}
