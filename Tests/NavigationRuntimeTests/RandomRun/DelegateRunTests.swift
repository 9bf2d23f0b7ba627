import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The app's delegates in random runs")
struct DelegateRunTests {
  @Test(
    "Receive each call documented by UIKit once, with its arguments, and stay set",
    arguments: RunLength.seeds(10))
  func delegates(seed: UInt64) async throws {
    let walker = AppWalker(seed: seed, mode: seed.isMultiple(of: 2) ? .manual : .immediate)
    let app = walker.app
    for round in 0..<RunLength.operations(600) {
      walker.round()
      for _ in 0..<3 {
        await takeTurns()
        walker.finish()
      }
      let model = walker.model
      var story: Testing.Comment {
        "seed \(seed), round \(round), after:\n\(walker.log.joined(separator: "\n"))"
      }
      try #require(walker.faults == [], story)
      try #require(app.difference(from: model) == nil, story)
      try #require(app.record.take() == walker.takeExpectedCalls(), story)
      let strangers = model.delegates.filter { !app.hasDelegate($0.value, $0.key) }
      try #require(strangers.isEmpty, story)
      try #require(treeText(app.world.store.tree) == platformText(app.world.window), story)
      if round % 64 == 63 { await letOthersRun() }
    }
    #expect(app.answers.allSatisfy { $0 == 1 }, "seed \(seed)")
    #expect(app.world.context.activity.isIdle, "seed \(seed)")
    #expect(app.world.issues.isEmpty, "seed \(seed): \(app.world.issues)")
    // Each kind occurs about twenty times in six hundred rounds.
    guard RunLength.operations(600) >= 600 else { return }
    let kinds: Set = ["back", "tab", "button", "outside", "finish", "cancel", "present meanwhile"]
    #expect(kinds.isSubset(of: walker.counts.keys), "seed \(seed)")
  }
}
