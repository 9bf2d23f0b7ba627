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
