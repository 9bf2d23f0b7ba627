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
