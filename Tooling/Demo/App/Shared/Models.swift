import DemoKit
import Foundation

/// The user who is logged in.
package nonisolated struct User: Equatable, Codable, Sendable {
  package var name: String
  package var email: String

  package init(name: String, email: String) {
    self.name = name
    self.email = email
  }
}

/// Something that the app can do.
package nonisolated struct Feature: Hashable, Codable, Sendable {
  /// The last part of its link.
  package let id: String
  package let name: String
  package let text: String
  package let requiresPermission: Bool

  package static let all = [
    Feature(
      id: "scanner", name: "Camera Scanner", text: "Reads QR codes.", requiresPermission: true),
    Feature(
      id: "tracker", name: "Location Tracker", text: "Knows where you are.",
      requiresPermission: true),
    Feature(
      id: "sync", name: "Data Sync", text: "Keeps your devices alike.", requiresPermission: false),
  ]

  package init?(id: String) {
    guard let feature = Self.all.first(where: { $0.id == id }) else { return nil }
    self = feature
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.singleValueContainer()
    guard let feature = Self(id: try values.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: values, debugDescription: "no such feature")
    }
    self = feature
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.singleValueContainer()
    try values.encode(id)
  }

  private init(id: String, name: String, text: String, requiresPermission: Bool) {
    self.id = id
    self.name = name
    self.text = text
    self.requiresPermission = requiresPermission
  }
}

/// One of the five screens that show how to go forward, back and straight to the end.
package nonisolated enum Letter: String, CaseIterable, Codable, Sendable {
  case a = "A"
  case b = "B"
  case c = "C"
  case d = "D"
  case e = "E"

  /// The letter after this one.
  package var next: Letter? {
    Self.allCases.firstIndex(of: self).map { $0 + 1 }
      .flatMap { Self.allCases.indices.contains($0) ? Self.allCases[$0] : nil }
  }

  /// The letters from the one after A to this one.
  package var wayFromA: [Letter] { Self.allCases.filter { $0.rawValue <= rawValue && $0 != .a } }
}

/// The links that the app knows; their scheme and host may be any.
package enum Links {
  package static let known = [
    "/dashboard", "/features/:id", "/letters/:letter", "/settings", "/settings/profile",
    "/settings/notifications", "/settings/about",
  ]

  /// The app's answer to a link that leads nowhere.
  package static func unknown(_ link: URL) -> DemoLinkAnswer {
    let features = Feature.all.map(\.id).joined(separator: ", ")
    return .refused(
      """
      No screen belongs to "\(link.path)". Known are \(known.joined(separator: ", ")); features \
      are \(features), letters are A to E.
      """)
  }
}
