import DemoKit

/// The login screen.
package struct LoginForm: Equatable {
  package enum Event {
    case email(String)
    case password(String)
    case logIn
    case register
    case forgotPassword
  }

  package var email = ""
  package var password = ""
  /// An error, or a hint for the user.
  package var message: String?
  package var isBusy = false

  package init(message: String? = nil) {
    self.message = message
  }

  package var content: Content<Event> {
    Content(
      "Log in",
      [
        .text(isBusy ? "Please wait" : message ?? "Welcome"),
        .field("Email", text: email) { .email($0) },
        .field("Password", text: password, isSecure: true) { .password($0) },
        .button("Log in", isEnabled: !isBusy, .logIn),
        .button("Register", isEnabled: !isBusy, .register),
        .button("Forgot password", isEnabled: !isBusy, .forgotPassword),
      ])
  }
}

/// The registration screen.
package struct RegistrationForm: Equatable {
  package enum Event {
    case name(String)
    case email(String)
    case password(String)
    case register
  }

  package var name = ""
  package var email = ""
  package var password = ""
  package var message: String?
  package var isBusy = false

  package init() {}

  package var content: Content<Event> {
    Content(
      "Register",
      [
        .text(isBusy ? "Please wait" : message ?? "Who are you?"),
        .field("Name", text: name) { .name($0) },
        .field("Email", text: email) { .email($0) },
        .field("Password", text: password, isSecure: true) { .password($0) },
        .button("Create account", isEnabled: !isBusy, .register),
      ])
  }
}

/// The question for the address of a user who has forgotten the password.
@MainActor
package func forgottenPasswordAlert(_ send: @escaping (String) -> Void) -> DemoAlertController {
  let alert = DemoAlertController(
    title: "Forgot password", message: "We send you a mail.", preferredStyle: .alert)
  alert.addTextField { $0.placeholder = "Address" }
  alert.addAction(DemoAlertAction(title: "Cancel", style: .cancel))
  alert.addAction(
    DemoAlertAction(title: "Send", style: .default) { [weak alert] _ in
      send(alert?.address ?? "")
    })
  return alert.named("ForgotPassword")
}

extension DemoAlertController {
  /// The text in the field for the address.
  package var address: String {
    get { textFields?.first?.text ?? "" }
    set { textFields?.first?.text = newValue }
  }
}

extension DemoViewController {
  /// Gives a controller the name that it has in the tree, in stories and in analytics.
  package func named(_ name: String) -> Self {
    restorationIdentifier = name
    return self
  }
}

/// The profile screen.
package struct ProfileForm: Equatable {
  package enum Event {
    case name(String)
    case save
  }

  package var name: String
  package let email: String
  package var message: String?
  package var isBusy = false

  package init(_ user: User?) {
    name = user?.name ?? ""
    email = user?.email ?? ""
  }

  package var content: Content<Event> {
    Content(
      "Profile",
      [
        .text(email),
        .text(isBusy ? "Saving" : message ?? "This is how others see you."),
        .field("Name", text: name) { .name($0) },
        .button("Save", isEnabled: !isBusy, .save),
      ])
  }
}

/// The screen with the switches for notifications.
package nonisolated struct NotificationSettings: Equatable, Codable {
  package enum Event {
    case news(Bool)
    case sounds(Bool)
  }

  package var news = true
  package var sounds = false

  package init() {}

  package var content: Content<Event> {
    Content(
      "Notifications",
      [
        .toggle("News", isOn: news) { .news($0) },
        .toggle("Sounds", isOn: sounds) { .sounds($0) },
      ])
  }
}

// A place keeps the text of the user and the messages, but no passwords.

extension LoginForm {
  /// The part that a place keeps.
  package nonisolated struct Draft: Codable {
    let email: String
    let message: String?
  }

  package var draft: Draft {
    get { Draft(email: email, message: message) }
    set { (email, message) = (newValue.email, newValue.message) }
  }
}

extension RegistrationForm {
  /// The part that a place keeps.
  package nonisolated struct Draft: Codable {
    let name: String
    let email: String
    let message: String?
  }

  package var draft: Draft {
    get { Draft(name: name, email: email, message: message) }
    set { (name, email, message) = (newValue.name, newValue.email, newValue.message) }
  }
}

extension ProfileForm {
  /// The part that a place keeps.
  package nonisolated struct Draft: Codable {
    let name: String
    let message: String?
  }

  package var draft: Draft {
    get { Draft(name: name, message: message) }
    set { (name, message) = (newValue.name, newValue.message) }
  }
}
