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
