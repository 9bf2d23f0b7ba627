import CoreFlow
import DemoShared

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
