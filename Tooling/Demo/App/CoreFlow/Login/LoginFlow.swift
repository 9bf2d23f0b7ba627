import CoreFlow
import DemoKit
import DemoShared

/// The login on a stack of its own.
final class LoginFlow: Flow<LoginCore, ContentScreen<LoginCore, LoginForm.Event>> {
  private let services: AppServices
  private let message: String?
  private weak var listener: (any LoginListener)?
  private lazy var stack = DemoNavigationController(rootViewController: screen).named("Auth")

  init(services: AppServices, message: String?, listener: any LoginListener) {
    self.services = services
    self.message = message
    self.listener = listener
    super.init()
  }

  override var representative: any Presentable { stack }

  override func createCore() -> LoginCore {
    let core = LoginCore(services: services, message: message)
    core.listener = listener
    core.router = self
    return core
  }

  override func createScreen() -> ContentScreen<LoginCore, LoginForm.Event> {
    ContentScreen("Login", reactor: core, content: \.content) { .user($0) }
  }
}

extension LoginFlow: LoginRouting {
  func routeToRegister() {
    guard goBack(to: "Register", in: stack) == nil, let listener else { return }
    attach(RegisterFlow(services: services, listener: listener), by: .push)
  }

  func askForAddress() {
    let alert = forgottenPasswordAlert { [weak core] in core?.send(.resetPassword($0)) }
    context.request(.present(alert), on: stack)
  }
}
