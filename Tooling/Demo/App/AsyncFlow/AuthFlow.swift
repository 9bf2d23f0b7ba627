import AsyncFlow
import DemoKit
import DemoShared

enum AuthStep: Step, Codable, Equatable {
  case login(message: String?)
  case register
  case forgotPassword
}

/// Logs users in.
@MainActor
final class AuthFlow: Flow {
  var root: any Presentable { navigationController }
  let navigationController = DemoNavigationController().named("Auth")
  private let services: AppServices
  private weak var login: LoginViewModel?

  init(services: AppServices) {
    self.services = services
  }

  func navigate(to step: AuthStep) async -> FlowContributors {
    switch step {
    case .login(let message): showLogin(message)
    case .register: showRegister()
    case .forgotPassword: askForAddress()
    }
  }

  private func showLogin(_ message: String?) -> FlowContributors {
    let model = LoginViewModel(services: services, message: message)
    let screen = ModelScreen("Login", model)
    login = model
    navigationController.setViewControllers([screen], animated: false)
    return .one(screen.contributor)
  }

  private func showRegister() -> FlowContributors {
    guard !navigationController.goBack(to: "Register") else { return .none }
    let screen = ModelScreen("Register", RegisterViewModel(services: services))
    navigationController.pushViewController(screen, animated: true)
    return .one(screen.contributor)
  }

  private func askForAddress() -> FlowContributors {
    guard navigationController.presentedViewController == nil else { return .none }
    let alert = forgottenPasswordAlert { [weak login] in login?.resetPassword(of: $0) }
    navigationController.present(alert, animated: true)
    return .one(.contribute(presentable: alert, stepper: AddressKeeper(alert)))
  }
}

extension DemoNavigationController {
  /// Goes back to the screen with this name, if it is in the stack.
  ///
  /// A step names a screen. Handled twice, after a double tap for example, it leads there once.
  func goBack(to name: String) -> Bool {
    guard let screen = viewControllers.last(where: { $0.restorationIdentifier == name }) else {
      return false
    }
    popToViewController(screen, animated: true)
    return true
  }
}

/// Logs the user in.
///
/// A successful login concerns the whole app, so the session announces it.
@MainActor
final class LoginViewModel: ViewModel {
  @Steps<AuthStep> var steps
  var onChange: (() -> Void)?
  var content: Content<LoginForm.Event> { form.content }

  private var form: LoginForm { didSet { onChange?() } }
  private let services: AppServices
  private var work: Cancellation?

  init(services: AppServices, message: String?) {
    self.services = services
    form = LoginForm(message: message)
  }

  func send(_ event: LoginForm.Event) {
    switch event {
    case .email(let email): form.email = email
    case .password(let password): form.password = password
    case .logIn: logIn()
    case .register: steps.send(.register)
    case .forgotPassword: steps.send(.forgotPassword)
    }
  }

  /// Requests a mail with a new password.
  func resetPassword(of address: String) {
    perform("reset the password", success: "A mail is on its way.") { services, _ in
      try await services.auth.resetPassword(of: address)
    }
  }

  private func logIn() {
    perform("log in", success: nil) { services, form in
      try await services.auth.logIn(email: form.email, password: form.password)
    }
  }

  private func perform(
    _ name: String, success: String?,
    _ body: @escaping @MainActor (AppServices, LoginForm) async throws -> Void
  ) {
    guard !form.isBusy else { return }
    form.isBusy = true
    work = services.context.run(name) { [weak self, services, form] in
      var message = success
      do { try await body(services, form) } catch {
        message = (error as? ServiceError)?.message
      }
      self?.form.message = message
      self?.form.isBusy = false
    }
  }
}

extension LoginViewModel: PlaceStateKeeping {
  var placeState: LoginForm.Draft { form.draft }
  func restore(_ draft: LoginForm.Draft) { form.draft = draft }
}

/// Keeps the address in the question for it; emits no steps.
@MainActor
final class AddressKeeper: FlowStepper, PlaceStateKeeping {
  @Steps var steps
  private weak var alert: DemoAlertController?

  init(_ alert: DemoAlertController) {
    self.alert = alert
  }

  var placeState: String { alert?.address ?? "" }
  func restore(_ address: String) { alert?.address = address }
}

/// Makes an account for the user.
@MainActor
final class RegisterViewModel: ViewModel {
  @Steps var steps
  var onChange: (() -> Void)?
  var content: Content<RegistrationForm.Event> { form.content }

  private var form = RegistrationForm() { didSet { onChange?() } }
  private let services: AppServices
  private var work: Cancellation?

  init(services: AppServices) {
    self.services = services
  }

  func send(_ event: RegistrationForm.Event) {
    switch event {
    case .name(let name): form.name = name
    case .email(let email): form.email = email
    case .password(let password): form.password = password
    case .register: register()
    }
  }

  private func register() {
    guard !form.isBusy else { return }
    form.isBusy = true
    work = services.context.run("register") { [weak self, services, form] in
      var message: String?
      do {
        try await services.auth.register(
          name: form.name, email: form.email, password: form.password)
      } catch {
        message = (error as? ServiceError)?.message
      }
      self?.form.message = message
      self?.form.isBusy = false
    }
  }
}

extension RegisterViewModel: PlaceStateKeeping {
  var placeState: RegistrationForm.Draft { form.draft }
  func restore(_ draft: RegistrationForm.Draft) { form.draft = draft }
}
