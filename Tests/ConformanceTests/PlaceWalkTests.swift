import DemoKit
import Foundation
import NavigationRuntime
import TestSupport
import Testing

/// The number of the places.
private enum Length {
  static let seeds = WalkLength.seeds(debug: 2, release: 20)
  #if DEBUG
  private static let standard = 60
  #else
  private static let standard = 500
  #endif
  static let places = RunLength.number("NAVIGATION_WALK_PLACES") ?? standard
}

@MainActor
@Suite("Random places of both apps, saved and restored")
struct PlaceWalkTests {
  @Test(
    "A new process shows the same as the one that was saved, of which nothing is alive",
    arguments: DemoFramework.allCases, Length.seeds)
  func restoring(framework: DemoFramework, seed: UInt64) async throws {
    var world = AppUnderTest(framework)
    await world.settle()
    var user = RandomUser(seed: seed)
    var log: [String] = []
    for place in 1...max(1, Length.places) {
      for _ in 0..<3 { log += try await world.makeMove(of: &user) }
      log += try await world.rest(&user)
      let archive = try #require(try world.app?.archive())
      let (tree, screen) = (world.tree, world.screenWithoutSecrets)
      var problems = await world.end()
      world = AppUnderTest(framework, from: archive)
      await world.settle()
      problems += world.issues
      let isSame = tree.map { world.tree?.hasSameShape(as: $0) ?? false } ?? false
      if !isSame { problems.append("The trees differ.") }
      if world.screenWithoutSecrets != screen { problems.append("The screens differ.") }
      if !problems.isEmpty {
        Issue.record(
          """
          \(framework), seed \(seed), place \(place): \(problems.joined(separator: "; "))
          the last moves:
          \(log.suffix(30).joined(separator: "\n"))
          the archive:
          \(String(decoding: archive, as: UTF8.self))
          saved:
          \(tree.map(\.description) ?? "")
          \(screen)
          restored:
          \(world.tree.map(\.description) ?? "")
          \(world.screenWithoutSecrets)
          """)
        break
      }
      if place.isMultiple(of: 16) { await letOthersRun() }
    }
    let alive = await world.end()
    #expect(alive.isEmpty, "\(framework), seed \(seed): \(alive)")
  }
}

extension AppUnderTest {
  /// The screen without passwords, which no place contains.
  fileprivate var screenWithoutSecrets: String {
    (app?.window.visibleElements ?? []).filter { !$0.isSecure }.map(\.line)
      .joined(separator: "\n")
  }

  /// Makes the next move, without the lines that are not allowed.
  func makeMove(
    of user: inout RandomUser, _ isAllowed: (String) -> Bool = { _ in true }
  ) async throws -> [String] {
    guard let app else { return [] }
    // A launch or a permission that fails leads elsewhere than before.
    return try await perform(
      user.next(seeing: app).filter {
        !["fail session", "fail permission"].contains($0) && isAllowed($0)
      })
  }

  /// Lifts the finger, and lets all services answer: an answer that waits is lost in a restart.
  func rest(_ user: inout RandomUser) async throws -> [String] {
    try await perform(user.rest() + (app?.services.names ?? []).map { "release \($0)" })
  }

  /// Performs moves, of which some may be impossible.
  func perform(_ lines: [String]) async throws -> [String] {
    if lines.isEmpty { return [] }
    let story = try Story(
      parsing: "story \"A walk\"\n" + lines.joined(separator: "\n"), file: "walk")
    for (index, line) in story.lines.enumerated() {
      let next = index + 1 < story.lines.count ? story.lines[index + 1] : nil
      _ = await perform(line, of: "walk", settling: !(next?.isMeanwhile ?? false))
    }
    return lines
  }
}
