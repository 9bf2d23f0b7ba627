import CoreFlow
import DemoShared

enum RegisterAction {
  case user(RegistrationForm.Event)
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
