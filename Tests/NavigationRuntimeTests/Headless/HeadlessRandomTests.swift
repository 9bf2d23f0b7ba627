import NavigationRuntime
import TestSupport
import Testing

@MainActor
struct HeadlessRandomTests {
  @Test(
    "The hierarchy is consistent after any sequence of operations and gestures",
    arguments: RandomRun.Ending.allCases, [false, true])
  func anySequence(ending: RandomRun.Ending, navigatesInCallbacks: Bool) async {
    for seed in RunLength.seeds(8) {
      let run = RandomRun(
        seed: seed, ending: ending, navigatesInCallbacks: navigatesInCallbacks,
        movesControllers: seed.isMultiple(of: 2))
      let violations = await run.violations(in: RunLength.operations(150))
      #expect(violations == [], "NAVIGATION_SEED=\(seed): \(run.recentHistory)")
    }
  }
}
