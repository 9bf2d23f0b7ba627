/// The user who is logged in.
package struct User: Equatable, Sendable {
  package var name: String
  package var email: String

  package init(name: String, email: String) {
    self.name = name
    self.email = email
  }
}
