import DemoApp
import DemoKit
import Foundation
import NavigationRuntime
import UIKit

/// The example app, as a scene starts it and gives it links and activities.
@MainActor
public final class SampleSession {
  /// The type of the activity that another device continues.
  public static let placeType = "dev.coreflow.sample.place"
  /// The type of the activity that a scene saves.
  private static let restorationType = "dev.coreflow.sample.restoration"
  private static let archiveKey = "archive"

  /// The app.
  public let app: any DemoApplication

  /// Makes the app; nothing is shown until it is started.
  ///
  /// - Parameters:
  ///   - framework: The name of the framework with which it is made; CoreFlow by default.
  ///   - platform: The scene of its window.
  ///   - context: Its context; a new one by default.
  public init(
    framework: String?, in platform: DemoPlatform, context: NavigationContext = NavigationContext()
  ) {
    let framework = framework.flatMap { DemoFramework(rawValue: $0.lowercased()) } ?? .coreflow
    app = framework.makeApp(platform: platform, context: context)
  }

  /// Shows the first screen, then what an earlier scene has shown, and then what was opened.
  ///
  /// - Parameters:
  ///   - saved: The activity of ``activityForRestoration()``. Damaged data are ignored.
  ///   - continued: An activity with which the scene was opened.
  ///   - links: The links with which it was opened.
  public func start(
    restoring saved: NSUserActivity? = nil, continuing continued: NSUserActivity? = nil,
    opening links: [URL] = []
  ) {
    if !start(from: saved) { app.start() }
    if let continued { self.continue(continued) }
    open(links)
  }

  /// Follows links, the first ones first.
  ///
  /// A link's path decides; `coreflow-demo:///settings/about` and
  /// `https://demo.example/settings/about` lead to the same screen.
  ///
  /// - Parameter links: The links.
  public func open(_ links: [URL]) {
    for link in links { _ = app.open(link) }
  }

  /// Follows the link of a notification that the user has tapped.
  ///
  /// - Parameter userInfo: The contents of the notification: a link under the key `link`.
  public func open(notification userInfo: [AnyHashable: Any]) {
    if let link = (userInfo["link"] as? String).flatMap(URL.init(string:)) { open([link]) }
  }

  /// Follows the universal link of an activity, or travels to its place, which another device
  /// shows.
  ///
  /// - Parameter activity: The activity. One without either is ignored.
  public func `continue`(_ activity: NSUserActivity) {
    if activity.activityType == NSUserActivityTypeBrowsingWeb {
      if let link = activity.webpageURL { open([link]) }
    } else if let place = try? NavigationPlace(userActivity: activity) {
      app.startJourney(to: place)
    }
  }

  /// Returns the activity with the current place, for another device.
  ///
  /// - Returns: The activity; `nil` if the place cannot be encoded.
  public func activityForHandoff() -> NSUserActivity? {
    try? app.place.userActivity(type: Self.placeType)
  }

  /// Returns the activity from which a later scene starts again: the place, and the state of the
  /// services.
  ///
  /// - Returns: The activity; `nil` if there is nothing to save.
  public func activityForRestoration() -> NSUserActivity? {
    guard let archive = try? app.archive() else { return nil }
    let activity = NSUserActivity(activityType: Self.restorationType)
    activity.addUserInfoEntries(from: [Self.archiveKey: archive])
    return activity
  }

  /// Ends the app when its scene is taken away.
  public func stop() { app.stop() }

  private func start(from saved: NSUserActivity?) -> Bool {
    guard let archive = saved?.userInfo?[Self.archiveKey] as? Data else { return false }
    return (try? app.start(from: archive)) != nil
  }
}
