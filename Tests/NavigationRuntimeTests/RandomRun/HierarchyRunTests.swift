import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Random hierarchies, taken apart and moved between windows")
struct HierarchyRunTests {
  @Test(
    "Have trees, changes and visibility that match a naive reading",
    arguments: RunLength.seeds(20))
  func hierarchyRun(seed: UInt64) async throws {
    let walker = HierarchyWalker(seed: seed, mode: seed.isMultiple(of: 3) ? .manual : .immediate)
    for round in 0..<RunLength.operations(600) {
      walker.round()
      await takeTurns()
      walker.takeTurnOfRunLoop()
      if round % 64 == 63 {
        walker.settle()
        await letOthersRun()
      }
      guard walker.isSettled else { continue }
      let differences = walker.differences()
      let story = walker.log.suffix(20).joined(separator: "\n")
      try #require(differences == [], "seed \(seed), round \(round), after:\n\(story)")
    }
    guard RunLength.operations(600) >= 500 else { return }
    let kinds: Set = [
      "wrap", "steal", "promote", "pages", "split", "embed", "inside", "batch", "cycle",
      "wrap in place",
    ]
    #expect(kinds.isSubset(of: walker.counts.keys), "seed \(seed)")
  }
}
