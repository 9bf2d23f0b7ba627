/// Stores the user's profile.
@MainActor
package final class ProfileService {
  private let desk: ServiceDesk

  init(_ desk: ServiceDesk) {
    self.desk = desk
  }

  package func save(_ name: String, of auth: AuthService) async throws {
    guard !name.isEmpty else { throw ServiceError.incomplete }
    try await desk.answer(.profile, name)
    auth.rename(name)
  }
}
