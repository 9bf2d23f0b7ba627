import Foundation
import NavigationRuntime

/// The user's place in the app, and the state of the services: everything that a process leaves
/// behind.
///
/// The services include a server, whose accounts and failures outlive the process as well.
package struct DemoArchive: Codable {
  /// The name of the app; another one has other flows.
  private let app: String
  /// The place.
  package let place: NavigationPlace
  private let session: AuthService.Stored
  private let permissions: Set<String>
  private let desk: ServiceDesk.Stored

  /// Makes an archive.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - services: The services.
  ///   - app: The name of the app.
  @MainActor
  package init(_ place: NavigationPlace, _ services: AppServices, of app: String) {
    self.app = app
    self.place = place
    session = services.auth.stored
    permissions = services.permissions.granted
    desk = services.desk.stored
  }

  /// Reads an archive.
  ///
  /// - Parameters:
  ///   - data: The JSON of ``data()``.
  ///   - app: The name of the app.
  /// - Throws: For JSON, an error that names the damaged row of the place, or the damaged member.
  package init(_ data: Data, for app: String) throws {
    do {
      self = try JSONDecoder().decode(Self.self, from: data)
    } catch let error as DecodingError {
      throw DemoArchiveError(error)
    }
    guard self.app == app else {
      throw DemoArchiveError("It is an archive of the app made with \(self.app).")
    }
  }

  /// Returns the archive as JSON.
  package func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  /// Gives the services of a new process the state of their predecessors.
  @MainActor
  package func restore(_ services: AppServices) {
    services.auth.stored = session
    services.permissions.granted = permissions
    services.desk.stored = desk
  }
}

/// An archive that cannot be restored.
struct DemoArchiveError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(context.codingPath + [key], "It is missing.")
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      self.init(context.codingPath, context.debugDescription)
    @unknown default: self.init("\(error)")
    }
  }

  private init(_ path: [any CodingKey], _ fact: String) {
    let spot = path.map { $0.intValue.map { "row \($0)" } ?? $0.stringValue }
    self.init(spot.isEmpty ? fact : "At \(spot.joined(separator: ", ")): \(fact)")
  }
}
