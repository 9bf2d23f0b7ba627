import AsyncFlow
import DemoShared

/// Lets the user choose another name.
@MainActor
final class ProfileViewModel: ViewModel {
  @Steps var steps
  var onChange: (() -> Void)?
  var content: Content<ProfileForm.Event> { form.content }

  private var form: ProfileForm { didSet { onChange?() } }
  private let services: AppServices
  private var work: Cancellation?

  init(services: AppServices) {
    self.services = services
    form = ProfileForm(services.auth.user)
  }

  func send(_ event: ProfileForm.Event) {
    switch event {
    case .name(let name): form.name = name
    case .save: save()
    }
  }

  private func save() {
    guard !form.isBusy else { return }
    form.isBusy = true
    work = services.context.run("save the profile") { [weak self, services, form] in
      var message: String? = "Saved."
      do { try await services.profile.save(form.name, of: services.auth) } catch {
        message = (error as? ServiceError)?.message
      }
      self?.form.message = message
      self?.form.isBusy = false
    }
  }
}
