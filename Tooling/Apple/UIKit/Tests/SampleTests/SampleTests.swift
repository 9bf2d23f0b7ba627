import DemoKit
import Foundation
import NavigationRuntime
import SampleSession
import TestSupport
import Testing
import UIKit

/// The sample app on the stand-in, whose transitions end turns after their call, as on a device.
@MainActor
@Suite("The sample app")
struct SampleTests {
  private let context = NavigationContext()
  private let platform = DemoPlatform()

  init() {
    platform.endsTransitionsLate = platformIsStrict
    context.issues.handler = { Issue.record("\($0)") }
    platform.onReport = { Issue.record("\($0)") }
  }

  private func makeSession(_ framework: String?) -> SampleSession {
    SampleSession(framework: framework, in: platform, context: context)
  }

  /// The names of the visible controllers that have one.
  private func path(of session: SampleSession) -> [String] {
    session.app.window.visiblePath.compactMap(\.restorationIdentifier)
  }

  private func logIn(_ session: SampleSession) async throws {
    let window = session.app.window
    await session.app.settled()
    try window.userDidTap("Continue")
    await session.app.settled()
    try window.userDidType("kim@example.com", into: "Email")
    try window.userDidType("secret", into: "Password")
    try window.userDidTap("Log in")
    await session.app.settled()
  }

  @Test("Leads from its start through the login to a screen and back", arguments: frameworks)
  func tour(framework: String) async throws {
    let session = makeSession(framework)
    session.start()
    try await logIn(session)
    #expect(path(of: session) == ["Main", "Dashboard", "Home"])
    try session.app.window.userDidTap("Data Sync")
    await session.app.settled()
    #expect(path(of: session) == ["Main", "Dashboard", "Data Sync"])
    let stack = try #require(session.app.window.visiblePath[1] as? UINavigationController)
    #expect(stack.userDidTapBack())
    await session.app.settled()
    #expect(path(of: session) == ["Main", "Dashboard", "Home"])
  }

  @Test("Follows the link with which it was opened as soon as it can", arguments: frameworks)
  func link(framework: String) async throws {
    let session = makeSession(framework)
    session.start(opening: [try #require(URL(string: "coreflow-demo:///settings/about"))])
    try await logIn(session)
    #expect(path(of: session) == ["Main", "Settings", "About"])
    session.open([try #require(URL(string: "https://demo.example/letters/B"))])
    await session.app.settled()
    #expect(path(of: session) == ["Main", "Letters", "B"])
  }

  @Test("Is made with the framework of its launch argument, else with CoreFlow")
  func framework() {
    #expect(makeSession("AsyncFlow").app.name == "AsyncFlow")
    #expect(makeSession("coreflow").app.name == "CoreFlow")
    #expect(makeSession("another").app.name == "CoreFlow")
    #expect(makeSession(nil).app.name == "CoreFlow")
  }

  @Test("Is released when its scene is taken away", arguments: frameworks)
  func release(framework: String) async throws {
    weak var app: (any DemoApplication)?
    do {
      let session = makeSession(framework)
      session.start()
      try await logIn(session)
      app = session.app
      session.stop()
      await session.app.settled()
    }
    await context.settled()
    #expect(app == nil)
  }
}

private let frameworks = ["asyncflow", "coreflow"]
