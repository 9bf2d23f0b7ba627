import DemoKit
import Foundation
import NavigationRuntime
import SampleSession
import TestSupport
import Testing
import UIKit

/// The scene delegate of the sample app, whose methods are called as the system calls them.
@MainActor
@Suite("The scene of the sample app", .serialized)
struct SceneTests {
  /// Connects a scene with a new delegate, as after a launch.
  private func connect(
    _ framework: String, _ session: UISceneSession = UISceneSession(),
    _ options: UIScene.ConnectionOptions = .init()
  ) -> SceneDelegate {
    UserDefaults.standard.set(framework, forKey: "framework")
    defer { UserDefaults.standard.removeObject(forKey: "framework") }
    let delegate = SceneDelegate()
    delegate.scene(UIWindowScene(), willConnectTo: session, options: options)
    delegate.session?.app.context.issues.handler = { Issue.record("\($0)") }
    let platform = delegate.session?.app.window.platform
    platform?.endsTransitionsLate = platformIsStrict
    platform?.onReport = { Issue.record("\($0)") }
    return delegate
  }

  /// Connects a scene, and logs the user in.
  private func loggedIn(_ framework: String) async throws -> SceneDelegate {
    let delegate = connect(framework)
    try await logIn(delegate)
    return delegate
  }

  private func logIn(_ delegate: SceneDelegate) async throws {
    let app = try #require(delegate.session?.app)
    await app.settled()
    try app.window.userDidTap("Continue")
    await app.settled()
    try app.window.userDidType("kim@example.com", into: "Email")
    try app.window.userDidType("secret", into: "Password")
    try app.window.userDidTap("Log in")
    await app.settled()
  }

  /// The names of the visible controllers that have one, when nothing runs.
  private func path(of delegate: SceneDelegate) async -> [String] {
    await delegate.session?.app.settled()
    return delegate.session?.app.window.visiblePath.compactMap(\.restorationIdentifier) ?? []
  }

  private func webActivity(_ link: String) throws -> NSUserActivity {
    let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
    let url: URL = try #require(URL(string: link))
    activity.webpageURL = url
    return activity
  }

  @Test("A scene is saved, and a later one begins where it was", arguments: frameworks)
  func restoration(framework: String) async throws {
    let old = try await loggedIn(framework)
    try old.session?.app.window.userDidTap("Data Sync")
    _ = await path(of: old)
    let session = UISceneSession()
    session.stateRestorationActivity = old.stateRestorationActivity(for: UIWindowScene())
    old.sceneDidDisconnect(UIWindowScene())
    #expect(old.session == nil)
    let new = connect(framework, session)
    #expect(await path(of: new) == ["Main", "Dashboard", "Data Sync"])
    new.sceneDidDisconnect(UIWindowScene())
  }

  @Test("A scene with damaged data begins with its first screen", arguments: frameworks)
  func damage(framework: String) async throws {
    let old = try await loggedIn(framework)
    let activity = try #require(old.stateRestorationActivity(for: UIWindowScene()))
    for key in activity.userInfo?.keys.map({ $0 }) ?? [] { activity.userInfo?[key] = Data([1]) }
    let session = UISceneSession()
    session.stateRestorationActivity = activity
    let new = connect(framework, session)
    #expect(await path(of: new) == ["Onboarding"])
    for scene in [old, new] { scene.sceneDidDisconnect(UIWindowScene()) }
  }

  @Test("A universal link is followed, at once and with the launch", arguments: frameworks)
  func universalLink(framework: String) async throws {
    let delegate = try await loggedIn(framework)
    delegate.scene(
      UIWindowScene(), continue: try webActivity("https://demo.example/letters/B"))
    #expect(await path(of: delegate) == ["Main", "Letters", "B"])
    let options = UIScene.ConnectionOptions()
    options.userActivities = [try webActivity("https://demo.example/settings/about")]
    let cold = connect(framework, UISceneSession(), options)
    try await logIn(cold)
    #expect(await path(of: cold) == ["Main", "Settings", "About"])
    for scene in [delegate, cold] { scene.sceneDidDisconnect(UIWindowScene()) }
  }

  @Test("The link of a notification is followed", arguments: frameworks)
  func notification(framework: String) async throws {
    let delegate = try await loggedIn(framework)
    delegate.session?.open(notification: ["link": "https://demo.example/features/sync"])
    #expect(await path(of: delegate) == ["Main", "Dashboard", "Data Sync"])
    delegate.session?.open(notification: ["sound": "default"])
    #expect(await path(of: delegate) == ["Main", "Dashboard", "Data Sync"])
    delegate.sceneDidDisconnect(UIWindowScene())
  }

  @Test("Another device continues at the place of this one", arguments: frameworks)
  func handoff(framework: String) async throws {
    let here = try await loggedIn(framework)
    here.session?.open([try #require(URL(string: "https://demo.example/settings/profile"))])
    #expect(await path(of: here) == ["Main", "Settings", "Profile"])
    let activity = try #require(here.session?.activityForHandoff())
    let there = try await loggedIn(framework)
    there.scene(UIWindowScene(), continue: activity)
    #expect(await path(of: there) == ["Main", "Settings", "Profile"])
    #expect(there.session?.app.place == here.session?.app.place)
    for scene in [here, there] { scene.sceneDidDisconnect(UIWindowScene()) }
  }

  @Test("An activity contains a place, and a damaged one throws an error")
  func activities() throws {
    let place = NavigationPlace(branches: [.init(flow: "ShopFlow")])
    let activity = try place.userActivity(type: "place", version: 2)
    #expect(try NavigationPlace(userActivity: activity, version: 2) == place)
    var old: Int?
    let migrated = try NavigationPlace(userActivity: activity, version: 3) { old = $1 }
    #expect(migrated == place)
    #expect(old == 2)
    #expect(activity.requiredUserInfoKeys?.count == 1)
    #expect(try NavigationPlace(userActivity: NSUserActivity(activityType: "place")) == nil)
    for key in activity.requiredUserInfoKeys ?? [] { activity.userInfo?[key] = Data([1]) }
    #expect(throws: NavigationPlaceError.self) { try NavigationPlace(userActivity: activity) }
  }
}

private let frameworks = ["asyncflow", "coreflow"]
