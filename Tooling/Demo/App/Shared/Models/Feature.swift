/// Something that the app can do.
package struct Feature: Equatable, Sendable {
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

  private init(id: String, name: String, text: String, requiresPermission: Bool) {
    self.id = id
    self.name = name
    self.text = text
    self.requiresPermission = requiresPermission
  }
}
