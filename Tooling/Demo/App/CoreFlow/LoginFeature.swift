import CoreFlow
import DemoKit
import DemoShared

/// The login on a stack of its own.
final class LoginFlow: Flow<LoginCore, ContentScreen<LoginCore, LoginForm.Event>> {
  private let services: AppServices
  private let message: String?
  private weak var listener: (any LoginListener)?
  private let stack = DemoNavigationController().named("Auth")

  init(services: AppServices, message: String?, listener: any LoginListener) {
    self.services = services
    self.message = message
    self.listener = listener
    super.init()
    embedded(in: stack)
  }

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
    attach(RegisterFlow(services: services, listener: listener), by: .push, as: .register)
  }

  func askForAddress() {
    guard stack.presentedViewController == nil else { return }
    let question = AddressFlow { [weak core] in core?.send(.resetPassword($0)) }
    attach(question, by: .present, as: .forgotPassword)
  }
}

/// The pages over the login, in places.
nonisolated enum LoginPlace: Codable, Hashable {
  case register
  case forgotPassword
}

extension LoginFlow: PlaceRouting {
  func attachChild(for place: LoginPlace) async {
    switch place {
    case .register: routeToRegister()
    case .forgotPassword: askForAddress()
    }
  }
}

@MainActor
protocol LoginListener: AnyObject {
  func loginDidFinish()
}

@MainActor
protocol LoginRouting: AnyObject {
  func routeToRegister()
  func askForAddress()
}

enum LoginAction {
  case user(LoginForm.Event)
  case restore(LoginForm.Draft)
  case resetPassword(String)
  case loggedIn
  case mailSent
  case failed(ServiceError)
}

/// Logs the user in.
final class LoginCore: Core<LoginAction, LoginForm> {
  weak var listener: (any LoginListener)?
  weak var router: (any LoginRouting)?
  private let services: AppServices

  init(services: AppServices, message: String?) {
    self.services = services
    super.init(initialState: LoginForm(message: message))
  }

  override func reduce(state: inout LoginForm, action: LoginAction) -> Effect<LoginAction> {
    switch action {
    case .user(.email(let email)): state.email = email
    case .user(.password(let password)): state.password = password
    case .restore(let draft): state.draft = draft
    case .user(.register): router?.routeToRegister()
    case .user(.forgotPassword): router?.askForAddress()
    case .user(.logIn):
      return perform(&state) { [form = state] services in
        try await services.auth.logIn(email: form.email, password: form.password)
        return .loggedIn
      }
    case .resetPassword(let address):
      return perform(&state) { services in
        try await services.auth.resetPassword(of: address)
        return .mailSent
      }
    case .loggedIn:
      state.isBusy = false
      listener?.loginDidFinish()
    case .mailSent:
      state.isBusy = false
      state.message = "A mail is on its way."
    case .failed(let error):
      state.isBusy = false
      state.message = error.message
    }
    return .none
  }

  private func perform(
    _ state: inout LoginForm,
    _ body: @escaping @MainActor (AppServices) async throws -> LoginAction
  ) -> Effect<LoginAction> {
    guard !state.isBusy else { return .none }
    state.isBusy = true
    return .run { @MainActor [services] send in await send(try await body(services)) }
      .catch(ServiceError.self) { error, send in await send(.failed(error)) }
  }
}

extension LoginCore: PlaceStateKeeping {
  var placeState: LoginForm.Draft { currentState.draft }
  func restore(_ draft: LoginForm.Draft) { send(.restore(draft)) }
}

/// The question for the address of a user who has forgotten the password.
final class AddressFlow: Flow<ScreenLessCore, DemoAlertController> {
  private let onSend: @MainActor (String) -> Void

  init(onSend: @escaping @MainActor (String) -> Void) {
    self.onSend = onSend
    super.init()
  }

  override func createCore() -> ScreenLessCore { ScreenLessCore() }

  override func createScreen() -> DemoAlertController { forgottenPasswordAlert(onSend) }
}

extension AddressFlow: PlaceStateKeeping {
  var placeState: String { screen.address }
  func restore(_ address: String) { screen.address = address }
}

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

enum RegisterAction {
  case user(RegistrationForm.Event)
  case restore(RegistrationForm.Draft)
  case registered
  case failed(ServiceError)
}

/// Makes an account for the user.
final class RegisterCore: Core<RegisterAction, RegistrationForm> {
  weak var listener: (any LoginListener)?
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
    super.init(initialState: RegistrationForm())
  }

  override func reduce(
    state: inout RegistrationForm, action: RegisterAction
  ) -> Effect<RegisterAction> {
    switch action {
    case .user(.name(let name)): state.name = name
    case .user(.email(let email)): state.email = email
    case .user(.password(let password)): state.password = password
    case .restore(let draft): state.draft = draft
    case .user(.register):
      guard !state.isBusy else { return .none }
      state.isBusy = true
      return .run { @MainActor [services, form = state] send in
        try await services.auth.register(
          name: form.name, email: form.email, password: form.password)
        await send(.registered)
      }.catch(ServiceError.self) { error, send in await send(.failed(error)) }
    case .registered:
      state.isBusy = false
      listener?.loginDidFinish()
    case .failed(let error):
      state.isBusy = false
      state.message = error.message
    }
    return .none
  }
}

extension RegisterCore: PlaceStateKeeping {
  var placeState: RegistrationForm.Draft { currentState.draft }
  func restore(_ draft: RegistrationForm.Draft) { send(.restore(draft)) }
}
