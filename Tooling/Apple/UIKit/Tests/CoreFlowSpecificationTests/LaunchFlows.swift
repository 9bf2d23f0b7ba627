import CoreFlow
import UIKit

// The features that the procedure leads through: each is pushed on the root's stack, and tells the
// root's core when it has finished.

final class RootScreen: Screen<RootCore> {
  override func viewDidLoad() {
    super.viewDidLoad()
    send(.viewDidLoad)
  }
}

final class RootFlow: Flow<RootCore, RootScreen> {
  private(set) var calls: [String] = []
  private(set) var main: MainFlow?
  var onRoute: (String) -> Void = { _ in }

  override func createCore() -> RootCore {
    let core = RootCore(initialState: .init())
    core.router = self
    return core
  }

  override func createScreen() -> RootScreen {
    let screen = RootScreen(reactor: core)
    screen.bind()
    return screen
  }

  fileprivate func note(_ call: String) {
    calls.append(call)
    onRoute(call)
  }
}

extension RootFlow: RootRouting {
  func routeToOnboarding() { note("onboarding") }

  func routeToLogin() { note("login") }

  func routeToMain(user: User) -> any MainStepAction {
    let flow = MainFlow(user: user)
    main = flow
    screen.navigationController?.pushViewController(flow.screen, animated: true)
    note("main")
    return flow.core
  }
}

enum MainAction { case greet }

struct MainState { var user: User }

final class MainCore: Core<MainAction, MainState>, MainStepAction {}

final class MainScreen: Screen<MainCore> {
  let label = UILabel()

  override func bind() {
    observeDistinctState(\.user.name, receiver: label) { label, name in label.text = name }
  }
}

final class MainFlow: Flow<MainCore, MainScreen> {
  private let user: User

  init(user: User) {
    self.user = user
    super.init()
  }

  override func createCore() -> MainCore { MainCore(initialState: .init(user: user)) }

  override func createScreen() -> MainScreen {
    let screen = MainScreen(reactor: core)
    screen.restorationIdentifier = "Main"
    screen.bind()
    return screen
  }
}
