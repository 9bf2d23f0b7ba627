import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Patience")
struct PatienceTests {
  private let clock = ManualNavigationClock()

  @Test("Is spent in slices, each followed by a turn of the main actor")
  func slices() async throws {
    let isOver = ActivityGate("the end of the patience", context: NavigationContext())
    let patience = Patience(1, on: clock) { isOver.open() }
    for spent in 0..<Patience.sliceCount {
      #expect(!patience.isOver)
      await clock.waitForSleepers()
      #expect(abs(clock.now - Double(spent) / Double(Patience.sliceCount)) < 1e-6)
      clock.advance(by: clock.timeToNextSleeper ?? 0)
    }
    try await isOver.wait()
    #expect(patience.isOver)
    #expect(clock.sleeperCount == 0)
  }

  @Test("Counts at most one slice of the time for which the main actor is held")
  func held() async {
    let patience = Patience(1, on: clock) { Issue.record("The time is not over.") }
    for _ in 1..<Patience.sliceCount {
      await clock.waitForSleepers()
      // An hour passes before the main actor is free again.
      clock.advance(by: 3_600)
    }
    await clock.waitForSleepers()
    #expect(!patience.isOver)
    patience.end()
    #expect(clock.sleeperCount == 0)
  }

  @Test("Ends at a call of end(), and when it is released", arguments: [true, false])
  func ends(isCalled: Bool) async {
    var patience: Patience? = Patience(1, on: clock) { Issue.record("The time is not over.") }
    await clock.waitForSleepers()
    #expect(patience?.isOver == false)
    if isCalled { patience?.end() } else { patience = nil }
    #expect(clock.sleeperCount == 0)
    clock.advance(by: 1)
    for _ in 0..<3 { await mainQueueTurn() }
    #expect(patience?.isOver != true)
  }

  @Test("Ends after its turns without any time")
  func noTime() async throws {
    let isOver = ActivityGate("the end of the patience", context: NavigationContext())
    let patience = Patience(0, on: clock) { isOver.open() }
    #expect(!patience.isOver)
    try await isOver.wait()
    #expect(patience.isOver)
  }
}
