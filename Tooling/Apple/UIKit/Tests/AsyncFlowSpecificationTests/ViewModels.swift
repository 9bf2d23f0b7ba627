import AsyncFlow
import Combine

// The view models are observable objects that emit steps, as the read-me writes them.

@MainActor
final class LoginViewModel: ObservableObject, FlowStepper {
  @Steps var steps
  @Published var state = State()
  private let authService: AuthService

  struct State: Equatable, Sendable {
    var email: String = ""
    var isLoading: Bool = false
  }

  init(authService: AuthService) {
    self.authService = authService
  }

  func login() {
    state.isLoading = true
    authService.isLoggedIn = true
    state.isLoading = false
    steps.send(AuthStep.loginSuccess)
  }

  func register() { steps.send(AuthStep.register) }

  func forgotPassword() { steps.send(AuthStep.forgotPassword) }
}

@MainActor
final class RegisterViewModel: ObservableObject, FlowStepper {
  @Steps var steps
  @Published var user: User?
  private let authService: AuthService

  init(authService: AuthService) {
    self.authService = authService
  }

  func register() {
    authService.isLoggedIn = true
    steps.send(AuthStep.loginSuccess)
  }
}

@MainActor
final class DashboardViewModel: ObservableObject, FlowStepper {
  @Steps var steps
}

@MainActor
final class SettingsViewModel: ObservableObject, FlowStepper {
  @Steps var steps

  func send(_ step: SettingsStep) { steps.send(step) }
}

@MainActor
final class ProfileViewModel: ObservableObject, FlowStepper {
  @Steps var steps
  @Published var name = "Ada"
}

@MainActor
final class NotificationsViewModel: ObservableObject, FlowStepper {
  @Steps var steps
}

@MainActor
final class AboutViewModel: ObservableObject, FlowStepper {
  @Steps var steps
}
