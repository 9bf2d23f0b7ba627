import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Random operations of a multicast's sinks")
struct MulticastRandomTests {
  @Test(
    "Deliver to each sink what it replays and all that is sent later, in one order",
    arguments: RunLength.seeds(50))
  func anything(seed: UInt64) {
    weak var released: RandomMulticastRun?
    do {
      let run = RandomMulticastRun(seed: seed)
      released = run
      for _ in 0..<RunLength.operations(300) where run.faults.isEmpty { run.step() }
      run.end()
      #expect(run.faults == [], "NAVIGATION_SEED=\(seed)")
    }
    #expect(released == nil, "NAVIGATION_SEED=\(seed)")
  }

  @Test("Are often performed by sinks that receive")
  func coverage() {
    let counts = (1...20 as ClosedRange<UInt64>).map { seed in
      let run = RandomMulticastRun(seed: seed)
      for _ in 0..<300 { run.step() }
      run.end()
      return run.nestedCount
    }
    #expect(counts.reduce(0, +) > 1_000, "\(counts)")
  }
}
