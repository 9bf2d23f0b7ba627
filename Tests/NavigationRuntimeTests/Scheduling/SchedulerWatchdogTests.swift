import NavigationRuntime
import Testing

@MainActor
@Suite("The watchdog of a scheduler")
struct SchedulerWatchdogTests {
  private let harness = SchedulerHarness(watchdogInterval: 10)
  private var scheduler: NavigationScheduler { harness.scheduler }
  private var platform: FakeMonitor { harness.platform }
  private var clock: ManualNavigationClock { harness.clock }

  @Test("Reports an endless transition by name, refuses it, and frees the scheduler")
  func started() throws {
    let stuck = harness.animated("present Login")
    let next = harness.instant("next")
    clock.advance(by: 9.5)
    #expect(stuck.outcome == nil)
    #expect(harness.reported == [])
    clock.advance(by: 0.5)
    #expect(stuck.outcome?.word == "refused: neverEnded")
    #expect(next.outcome == .performed)
    #expect(platform.abandonCount == 1)
    let issue = try #require(harness.reported.first)
    #expect(harness.reported.count == 1)
    #expect(issue.severity == .abandoned)
    #expect(issue.code.rawValue == "neverEnded")
    #expect(issue.fact.contains("present Login"))
    #expect(!issue.advice.isEmpty)
    #expect(clock.sleeperCount == 0)
  }

  @Test("A transition that ends in time leaves no timer behind")
  func inTime() {
    harness.animated("a")
    #expect(clock.sleeperCount == 1)
    clock.advance(by: 9)
    platform.end()
    #expect(clock.sleeperCount == 0)
    harness.animated("b")
    clock.advance(by: 9)
    #expect(harness.reported == [])
    platform.end()
  }

  @Test("Ignores a busy platform while no transition waits")
  func foreignAlone() {
    platform.begin()
    clock.advance(by: 100)
    #expect(harness.reported == [])
    #expect(clock.sleeperCount == 0)
  }

  @Test("Reports an open transition without an end by name")
  func open() throws {
    let open = scheduler.schedule("checkout") { _ in .open }
    let next = harness.instant("next")
    clock.advance(by: 10)
    #expect(open.outcome?.word == "refused: neverEnded")
    #expect(next.outcome == .performed)
    let issue = try #require(harness.reported.first)
    #expect(issue.fact.contains("checkout"))
    #expect(issue.advice.contains("end()"))
    open.end()
    #expect(open.outcome?.word == "refused: neverEnded")
  }

  @Test("Reports an endless foreign transition, and performs the waiting ones")
  func foreign() throws {
    platform.begin()
    clock.advance(by: 60)
    let waiting = harness.instant("waiting")
    clock.advance(by: 9)
    #expect(waiting.outcome == nil)
    clock.advance(by: 1)
    #expect(waiting.outcome == .performed)
    #expect(harness.reported.map(\.code.rawValue) == ["neverEnded"])
    #expect(harness.reported.first?.fact.contains("10") ?? false)
  }

  @Test("A stuck inner transition does not end the outer one")
  func nested() {
    let outer = harness.animated("outer") { [harness] in harness.animated("inner") }
    platform.end()
    clock.advance(by: 10)
    #expect(harness.log.suffix(2) == ["inner refused: neverEnded", "outer performed"])
    #expect(outer.outcome == .performed)
  }

  @Test("A transition nested in a stuck one still runs")
  func nestedInStuck() {
    harness.animated("outer") { [harness] in harness.instant("inner") }
    clock.advance(by: 10)
    #expect(
      harness.log == [
        "outer starts", "inner starts", "inner performed", "outer refused: neverEnded",
      ]
    )
  }

  @Test("Later requests do not extend a stuck transition's time")
  func laterRequests() {
    let stuck = harness.animated("stuck")
    for _ in 0..<9 {
      clock.advance(by: 1)
      harness.instant("later")
    }
    clock.advance(by: 1)
    #expect(stuck.outcome?.word == "refused: neverEnded")
  }

  @Test("Each transition in the queue has its own time")
  func ownTime() {
    harness.animated("a")
    let b = harness.animated("b")
    clock.advance(by: 8)
    platform.end()
    clock.advance(by: 8)
    #expect(b.outcome == nil)
    platform.end()
    #expect(b.outcome == .performed)
    #expect(harness.reported == [])
  }

  @Test("Pauses while the user's finger is on the screen, and restarts when it has lifted")
  func interactive() {
    platform.begin(interactive: true)
    let waiting = harness.instant("waiting")
    #expect(clock.sleeperCount == 0)
    clock.advance(by: 100)
    #expect(harness.reported == [])
    platform.release()
    clock.advance(by: 9)
    #expect(waiting.outcome == nil)
    clock.advance(by: 1)
    #expect(waiting.outcome == .performed)
    #expect(harness.reported.count == 1)
  }

  @Test("Does not abandon a running transition while the user holds it")
  func takenHold() {
    let running = harness.animated("running")
    clock.advance(by: 9)
    platform.begin(interactive: true)
    clock.advance(by: 100)
    #expect(running.outcome == nil)
    platform.release()
    clock.advance(by: 9)
    #expect(running.outcome == nil)
    platform.end(completed: false)
    #expect(running.outcome == .interruptedByUser)
    #expect(harness.reported == [])
    #expect(clock.sleeperCount == 0)
  }

  @Test("An abandoned transition does not end twice when the platform ends it later")
  func lateEnd() {
    var ends = 0
    harness.animated("stuck").onEnd { _ in ends += 1 }
    clock.advance(by: 10)
    platform.end()
    #expect(ends == 1)
    #expect(harness.instant("next").outcome == .performed)
  }

  @Test("A handler of reports may use the scheduler")
  func reentrantHandler() {
    harness.issues.handler = { [harness] _ in harness.instant("from handler") }
    harness.animated("stuck")
    clock.advance(by: 10)
    #expect(
      harness.log == [
        "stuck starts", "stuck refused: neverEnded", "from handler starts",
        "from handler performed",
      ])
  }

  @Test("Releasing the scheduler leaves no timer behind")
  func schedulerGone() {
    let clock: ManualNavigationClock
    do {
      let harness = SchedulerHarness()
      clock = harness.clock
      harness.animated("stuck")
      #expect(clock.sleeperCount == 1)
    }
    #expect(clock.sleeperCount == 0)
  }
}
