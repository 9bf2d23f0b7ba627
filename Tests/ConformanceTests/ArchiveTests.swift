import DemoKit
import Foundation
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Archives of both apps")
struct ArchiveTests {
  /// An app that a user has just logged in to.
  private func loggedIn(_ framework: DemoFramework) async throws -> AppUnderTest {
    let world = AppUnderTest(framework)
    try await world.play(
      """
      tap Continue
      type "kim@example.com" into Email
      type secret into Password
      tap "Log in"
      """)
    return world
  }

  /// The archive of an app, changed by a body.
  private func archive(
    of world: AppUnderTest, _ change: (inout String) -> Void = { _ in }
  ) throws -> Data {
    let archive = try #require(try world.app?.archive())
    var text = String(decoding: archive, as: UTF8.self)
    change(&text)
    return Data(text.utf8)
  }

  @Test(
    "A damaged archive is refused with the spot, and the app can start without it",
    arguments: DemoFramework.allCases)
  func damage(framework: DemoFramework) async throws {
    let world = try await loggedIn(framework)
    let changes: [(String, String, String)] = [
      ("\"depth\" : 2", "\"depth\" : 7", "Row 2"), ("\"rows\"", "\"lines\"", "rows is missing"),
      ("\"format\" : 1", "\"format\" : 9", "The format 9 is not known."),
      ("\"failing\" : [", "\"failing\" : [7, ", "At desk, failing, row 0"),
      ("\"accounts\"", "\"people\"", "At session, accounts: It is missing."), ("{", "", "not"),
    ]
    for (text, damage, spot) in changes {
      let archive = try archive(of: world) { $0 = $0.replacingFirst(text, by: damage) }
      let next = try #require(world.app?.successor())
      let error = #expect(throws: (any Error).self) { try next.start(from: archive) }
      #expect("\(error.map { "\($0)" } ?? "")".contains(spot))
      next.start()
      await next.settled()
      #expect(next.store.tree.visibleLeaf.name == "Onboarding")
      next.stop()
    }
    #expect(await world.end() == [])
  }

  @Test("An archive of the other app is refused", arguments: DemoFramework.allCases)
  func otherApp(framework: DemoFramework) async throws {
    let world = try await loggedIn(framework)
    let archive = try archive(of: world)
    let other = try #require(DemoFramework.allCases.first { $0 != framework })
    let app = other.makeApp()
    let error = #expect(throws: (any Error).self) { try app.start(from: archive) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("made with \(framework.name)"))
    #expect(await world.end() == [])
  }

  @Test(
    "A place that cannot be reached after a failed launch is reached after the login",
    arguments: DemoFramework.allCases)
  func login(framework: DemoFramework) async throws {
    let world = try await loggedIn(framework)
    try await world.play(
      """
      choose "Data Sync"
      fail session
      restart
      expect screen Login
      type "kim@example.com" into Email
      type secret into Password
      tap "Log in"
      expect stack Home "Data Sync"
      """)
    #expect(await world.end() == [])
  }
}

extension AppUnderTest {
  /// Plays the lines of a story, all of which have to hold.
  fileprivate func play(_ text: String) async throws {
    await settle()
    for line in try Story(parsing: text, file: "test").lines {
      let failure = await perform(line, of: "test", settling: !line.isMeanwhile)
      #expect(failure == nil)
    }
  }
}

extension String {
  fileprivate func replacingFirst(_ text: String, by other: String) -> String {
    guard let start = indices.first(where: { self[$0...].hasPrefix(text) }) else { return self }
    return self[..<start] + other + self[start...].dropFirst(text.count)
  }
}
