import CoreFlow
import DemoKit
import DemoShared

/// The whole app: fills the window with one feature after the other.
final class RootFlow: ScreenLessFlow<RootCore> {
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
    super.init(context: services.context)
  }

  override func createCore() -> RootCore {
    let core = RootCore(services: services)
    core.router = self
    return core
  }
}

extension RootFlow: RootRouting {
  func routeToLaunch() async {
    await attach(PageFlow("Launch", Pages.launch), by: .root)?.value()
  }

  func routeToOnboarding() {
    let page = PageFlow("Onboarding", Pages.onboarding) { [weak core] _ in
      core?.onboardingDidFinish()
    }
    attach(page, by: .root)
  }

  func routeToLogin(message: String?) {
    attach(LoginFlow(services: services, message: message, listener: core), by: .root)
  }

  func routeToMain() -> MainCore {
    let main = MainFlow(services: services, listener: core)
    attach(main, by: .root)
    return main.core
  }
}
