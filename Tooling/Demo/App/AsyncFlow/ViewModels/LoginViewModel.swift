import AsyncFlow
import DemoShared

/// Logs the user in.
///
/// A successful login concerns the whole app, so the session announces it.
@MainActor
final class LoginViewModel: ViewModel {
  @Steps var steps
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
    case .register: steps.send(AuthStep.register)
    case .forgotPassword: steps.send(AuthStep.forgotPassword)
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
