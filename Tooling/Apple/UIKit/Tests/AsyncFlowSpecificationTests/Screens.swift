import Combine
import Foundation
import SwiftUI
import UIKit

// The screens are named in the document and not shown there; these have what the story touches.

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

/// A view controller that keeps its view model.
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
