import AsyncFlow
import Combine
import Foundation
import SwiftUI
import UIKit

// The document names the screens without showing them; these have the parts that the story uses.

struct LoginView: View {
  @ObservedObject var viewModel: LoginViewModel

  var body: some View {
    VStack {
      Text(viewModel.state.isLoading ? "Wait" : "Welcome")
      Button("Log in") { viewModel.login() }
      Button("Register") { viewModel.register() }
      Button("Forgot password?") { viewModel.forgotPassword() }
    }
  }
}

struct ProfileView: View {
  @ObservedObject var viewModel: ProfileViewModel

  var body: some View {
    VStack {
      Text(viewModel.name)
      Button("Back") { viewModel.steps.send(SettingsStep.back) }
    }
  }
}

struct AboutView: View {
  @ObservedObject var viewModel: AboutViewModel

  var body: some View { Text("About") }
}

/// A view controller that retains its view model.
class ViewModelController<ViewModel>: UIViewController {
  let viewModel: ViewModel

  init(viewModel: ViewModel) {
    self.viewModel = viewModel
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    preconditionFailure("\(Self.self) is not made from an archive.")
  }
}

final class RegisterViewController: ViewModelController<RegisterViewModel> {}
final class DashboardViewController: ViewModelController<DashboardViewModel> {}
final class SettingsViewController: ViewModelController<SettingsViewModel> {}
final class NotificationsViewController: ViewModelController<NotificationsViewModel> {}

// The view models are observable objects that emit steps, as in the README.

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
