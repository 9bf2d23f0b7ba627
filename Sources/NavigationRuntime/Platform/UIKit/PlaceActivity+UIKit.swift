#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

extension NavigationPlace {
  private static let activityKey = "NavigationPlace"

  /// Returns an activity that contains the place: for the state restoration of a scene, or for
  /// Handoff.
  ///
  /// ```swift
  /// func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
  ///   try? coordinator?.place.userActivity(type: "com.example.place", version: 1)
  /// }
  /// ```
  ///
  /// An activity for Handoff should be small: remove the entries that the other device does not need.
  ///
  /// - Parameters:
  ///   - type: The type of the activity. For Handoff it is one of the `NSUserActivityTypes` in
  ///     `Info.plist`.
  ///   - version: A number that the app increases when its steps or values change.
  /// - Returns: The activity, for ``init(userActivity:version:migrate:)``.
  /// - Throws: ``NavigationPlaceError`` for a place that is too deep.
  public func userActivity(type: String, version: Int = 0) throws -> NSUserActivity {
    let data = try data(version: version)
    let activity = NSUserActivity(activityType: type)
    activity.addUserInfoEntries(from: [Self.activityKey: data])
    // The system may drop others.
    activity.requiredUserInfoKeys = [Self.activityKey]
    return activity
  }

  /// Reads a place from an activity; `nil` if the activity contains none.
  ///
  /// - Parameters:
  ///   - userActivity: An activity that was made by ``userActivity(type:version:)``.
  ///   - version: The app's current version of its steps and values.
  ///   - migrate: Changes a place of another version, which it receives.
  /// - Throws: ``NavigationPlaceError``, which names the damaged row; or an error of `migrate`.
  public init?(
    userActivity: NSUserActivity, version: Int = 0,
    migrate: (_ place: inout NavigationPlace, _ version: Int) throws -> Void = { _, _ in }
  ) throws {
    guard let data = userActivity.userInfo?[Self.activityKey] as? Data else { return nil }
    try self.init(data: data, version: version, migrate: migrate)
  }
}
#endif
