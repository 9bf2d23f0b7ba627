import CoreFlow
import DemoKit
import DemoShared

/// Makes an account.
final class RegisterFlow: Flow<RegisterCore, ContentScreen<RegisterCore, RegistrationForm.Event>> {
  private let services: AppServices
  private weak var listener: (any LoginListener)?

  init(services: AppServices, listener: any LoginListener) {
    self.services = services
    self.listener = listener
    super.init()
  }

  override func createCore() -> RegisterCore {
    let core = RegisterCore(services: services)
    core.listener = listener
    return core
  }

  override func createScreen() -> ContentScreen<RegisterCore, RegistrationForm.Event> {
    ContentScreen("Register", reactor: core, content: \.content) { .user($0) }
  }
}
