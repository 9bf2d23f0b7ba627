import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Random events of a scheduler")
struct SchedulerRandomTests {
  @Test(
    "End every request exactly once, in order, and leak nothing",
    arguments: RunLength.seeds(20))
  func anything(seed: UInt64) async {
    weak var scheduler: NavigationScheduler?
    do {
      let run = RandomSchedulerRun(seed: seed)
      scheduler = run.harness.scheduler
      for event in 0..<RunLength.operations(2_000) where run.faults.isEmpty {
        run.step()
        if event.isMultiple(of: 200) { await letOthersRun() }
      }
      if run.faults.isEmpty { run.finish() }
      #expect(run.faults == [], "NAVIGATION_SEED=\(seed)")
    }
    #expect(scheduler == nil, "NAVIGATION_SEED=\(seed)")
  }

  @Test("Produce each kind of outcome")
  func coverage() {
    let run = RandomSchedulerRun(seed: 1)
    for _ in 0..<10_000 { run.step() }
    run.finish()
    #expect(run.faults == [])
    #expect(run.outcomeCounts.count == 7, "\(run.outcomeCounts)")
  }
}
