import AsyncFlow
import DemoShared

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
