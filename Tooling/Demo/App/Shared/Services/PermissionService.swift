/// The permissions that the user has granted.
@MainActor
package final class PermissionService {
  private let desk: ServiceDesk
  private var granted: Set<String> = []

  init(_ desk: ServiceDesk) {
    self.desk = desk
  }

  /// Whether a feature may be used; `false` if there is no answer.
  package func isGranted(_ feature: Feature) async -> Bool {
    guard feature.requiresPermission else { return true }
    guard (try? await desk.answer(.permission, feature.name)) != nil else { return false }
    return granted.contains(feature.id)
  }

  package func grant(_ feature: Feature) { granted.insert(feature.id) }
}
