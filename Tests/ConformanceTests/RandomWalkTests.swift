import DemoKit
import TestSupport
import Testing

/// The length of the walks.
private enum Length {
  static let seeds = WalkLength.seeds(debug: 4, release: 10)
  static let moves = RunLength.number("NAVIGATION_WALK_MOVES") ?? 1_000
}

@MainActor
@Suite("Random walks of one user through both apps")
struct RandomWalkTests {
  @Test(
    "Both apps look alike after every move, are released, and their traces tell what happened",
    arguments: Length.seeds)
  func walk(seed: UInt64) async throws {
    // Every second trace drops events.
    let pair = AppPair(traceCapacity: seed % 2 == 0 ? 100_000 : 500)
    await pair.settle()
    var user = RandomUser(seed: seed)
    var moves = 0
    var log: [String] = []
    while moves < Length.moves {
      guard let app = pair.apps[0].app else { return }
      let lines = user.next(seeing: app)
      log += lines
      moves += lines.count
      let different = try await pair.perform(lines)
      guard different.isEmpty else {
        Issue.record(
          """
          seed \(seed), after \(moves) moves, the last of them:
          \(log.suffix(100).joined(separator: "\n"))
          \(different.joined(separator: "\n"))
          """)
        break
      }
      if moves % 64 < lines.count { await letOthersRun() }
    }
    let last = user.rest()
    if !last.isEmpty { _ = try await pair.perform(last) }
    for service in pair.apps[0].app?.services.names ?? [] {
      _ = try await pair.perform(["release \(service)"])
    }
    let alive = await pair.end()
    #expect(alive.isEmpty, "seed \(seed): \(alive)")
  }
}

extension AppPair {
  /// Performs moves that need not all be possible, but must be possible or impossible in both apps.
  fileprivate func perform(_ lines: [String]) async throws -> [String] {
    let story = try Story(
      parsing: "story \"A walk\"\n" + lines.joined(separator: "\n"), file: "walk")
    var problems: [String] = []
    for (index, line) in story.lines.enumerated() {
      let next = index + 1 < story.lines.count ? story.lines[index + 1] : nil
      let settling = !(next?.isMeanwhile ?? false)
      var failures: [StoryFailure?] = []
      for app in apps { failures.append(await app.perform(line, of: "walk", settling: settling)) }
      if (failures[0] == nil) != (failures[1] == nil) {
        problems.append("Only one could: \(line.text): \(failures.compactMap { $0 })")
      }
      if settling { problems += differences() }
      guard problems.isEmpty else { break }
    }
    return problems
  }
}
