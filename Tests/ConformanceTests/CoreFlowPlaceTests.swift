import DemoCoreFlow
import DemoKit
import DemoShared
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Places of the example app made with CoreFlow")
struct CoreFlowPlaceTests {
  private func start() async -> CoreFlowApp {
    let app = CoreFlowApp(
      platform: DemoPlatform(), context: NavigationContext(clock: ManualNavigationClock()))
    app.start()
    await app.settled()
    return app
  }

  private func type(_ text: String, into field: String, _ app: CoreFlowApp) throws {
    try app.window.userDidType(text, into: field)
  }

  private func logIn(_ app: CoreFlowApp) async throws {
    try type("kim@example.com", into: "Email", app)
    try type("secret", into: "Password", app)
    try app.window.userDidTap("Log in")
    await app.settled()
  }

  /// Travels in a fresh app, which the user logs in when the journey waits for that.
  private func restored(_ place: NavigationPlace) async throws -> CoreFlowApp {
    let app = await start()
    let stored = try NavigationPlace(data: place.data())
    let journey = try #require(app.startJourney(to: stored))
    let waiting = await app.settled()
    if waiting.contains(where: { $0.waitingFor == "the tabs" }) {
      try app.window.userDidTap("Continue")
      await app.settled()
      try await logIn(app)
    }
    #expect(await journey.value() == .arrived)
    return app
  }

  private func expectSame(_ app: CoreFlowApp) async throws {
    let copy = try await restored(app.place)
    #expect(copy.place == app.place)
    #expect(copy.window.visibleText == app.window.visibleText)
    for app in [copy, app] { app.stop() }
  }

  @Test("The onboarding, the login and a half-filled registration are restored")
  func beforeLogin() async throws {
    try await expectSame(await start())
    for isRegistering in [false, true] {
      let app = await start()
      try app.window.userDidTap("Continue")
      await app.settled()
      try type("kim", into: "Email", app)
      if isRegistering {
        try app.window.userDidTap("Register")
        await app.settled()
        try type("Kim", into: "Name", app)
      }
      try await expectSame(app)
    }
  }

  @Test("Pages, letters, news and settings are restored after the login")
  func afterLogin() async throws {
    for way in [["Data Sync", "news"], ["Letters", "Next", "Jump to E"], ["Camera Scanner"], []] {
      let app = await start()
      try app.window.userDidTap("Continue")
      await app.settled()
      try await logIn(app)
      for step in way {
        if step == "news" {
          app.services.signal("news")
        } else if step.contains(" "), step != "Jump to E" {
          try app.window.userDidSelectRow(step)
        } else {
          try app.window.userDidTap(step)
        }
        await app.settled()
      }
      try await expectSame(app)
    }
  }
}
