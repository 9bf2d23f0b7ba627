import CoreFlow
import DemoKit
import DemoShared

/// Lets the user choose another name.
final class ProfileFlow: Flow<ProfileCore, ContentScreen<ProfileCore, ProfileForm.Event>> {
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
    super.init()
  }

  override func createCore() -> ProfileCore { ProfileCore(services: services) }

  override func createScreen() -> ContentScreen<ProfileCore, ProfileForm.Event> {
    ContentScreen("Profile", reactor: core, content: \.content) { .user($0) }
  }
}

enum ProfileAction {
  case user(ProfileForm.Event)
  case saved
  case failed(ServiceError)
}

/// Saves the user's name.
final class ProfileCore: Core<ProfileAction, ProfileForm> {
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
    super.init(initialState: ProfileForm(services.auth.user))
  }

  override func reduce(state: inout ProfileForm, action: ProfileAction) -> Effect<ProfileAction> {
    switch action {
    case .user(.name(let name)): state.name = name
    case .user(.save):
      guard !state.isBusy else { return .none }
      state.isBusy = true
      return .run { @MainActor [services, name = state.name] send in
        try await services.profile.save(name, of: services.auth)
        await send(.saved)
      }.catch(ServiceError.self) { error, send in await send(.failed(error)) }
    case .saved:
      state.isBusy = false
      state.message = "Saved."
    case .failed(let error):
      state.isBusy = false
      state.message = error.message
    }
    return .none
  }
}
