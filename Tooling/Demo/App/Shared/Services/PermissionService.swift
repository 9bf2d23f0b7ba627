/// Knows what the user has allowed.
@MainActor
package final class PermissionService {
  private let desk: ServiceDesk
  private var granted: Set<String> = []

  init(_ desk: ServiceDesk) {
    self.desk = desk
  }

  /// Whether a feature may be used; no, if nobody answers.
  package func isGranted(_ feature: Feature) async -> Bool {
    guard feature.requiresPermission else { return true }
    guard (try? await desk.answer(.permission, feature.name)) != nil else { return false }
    return granted.contains(feature.id)
  }

  package func grant(_ feature: Feature) { granted.insert(feature.id) }
}
