import NavigationRuntime
import TestSupport
import Testing

@MainActor
struct HeadlessRandomTests {
  @Test(
    "The hierarchy is consistent after any sequence of operations and gestures",
    arguments: [HeadlessPlatform.TransitionMode.immediate, .manual], [false, true])
  func anySequence(mode: HeadlessPlatform.TransitionMode, navigatesInCallbacks: Bool) async {
    for seed in SeededGenerator.seeds(8) {
      let run = RandomRun(seed: seed, mode: mode, navigatesInCallbacks: navigatesInCallbacks)
      for step in 0..<300 {
        if step.isMultiple(of: 50) { await letOthersRun() }
        run.step()
        let violations = run.violations
        if !violations.isEmpty {
          Issue.record("seed \(seed), step \(step): \(violations) after \(run.history.suffix(12))")
          return
        }
      }
      let leftover = run.finish()
      #expect(leftover == [], "seed \(seed)")
    }
  }
}
