import NavigationRuntime
import Testing

@MainActor
@Suite("The order in a scheduler")
struct SchedulerOrderTests {
  private let harness = SchedulerHarness()
  private var scheduler: NavigationScheduler { harness.scheduler }
  private var platform: FakeMonitor { harness.platform }

  @Test("An idle scheduler runs a transition within the call of schedule")
  func synchronous() {
    let transition = harness.instant("a")
    #expect(transition.outcome == .performed)
    #expect(harness.log == ["a starts", "a performed"])
    #expect(scheduler.count == 0)
    #expect(harness.clock.sleeperCount == 0)
  }

  @Test("Notifies the platform before and after each platform part, with the cause")
  func monitorCalls() {
    scheduler.schedule("a", cause: .user) { _ in .started }
    scheduler.schedule("b", cause: NavigationCause(.framework("X"), detail: { "step" })) { _ in
      .open
    }
    .end()
    #expect(platform.calls == ["user", "returned", "X: step", "returned"])
  }

  @Test("Transitions wait for the running one, first in first out")
  func firstInFirstOut() {
    for name in ["a", "b", "c"] { harness.animated(name) }
    #expect(harness.takeLog() == ["a starts"])
    #expect(scheduler.count == 3)
    platform.end()
    #expect(harness.takeLog() == ["a performed", "b starts"])
    platform.end()
    platform.end()
    #expect(harness.takeLog() == ["b performed", "c starts", "c performed"])
    #expect(scheduler.count == 0)
  }

  @Test("A transition waits for a foreign one")
  func foreignTransition() {
    platform.begin()
    let transition = harness.instant("a")
    #expect(transition.outcome == nil)
    #expect(harness.log == [])
    platform.end()
    #expect(harness.log == ["a starts", "a performed"])
  }

  @Test("A nested transition starts after its platform part, ahead of the queue, and ends first")
  func nested() {
    harness.animated("outer") { [harness] in
      harness.animated("inner 1") { harness.animated("deep") }
      harness.animated("inner 2")
    }
    harness.animated("queued")
    for _ in 0..<5 { platform.end() }
    #expect(
      harness.log == [
        "outer starts", "inner 1 starts", "deep starts", "deep performed", "inner 1 performed",
        "inner 2 starts", "inner 2 performed", "outer performed", "queued starts",
        "queued performed",
      ])
  }

  @Test("A platform part that ended at once still waits for its nested transitions")
  func nestedInEnded() {
    let outer = scheduler.schedule("outer") { [harness] _ in
      harness.animated("inner")
      return .ended(.alreadyThere)
    }
    #expect(outer.outcome == nil)
    platform.end()
    #expect(outer.outcome == .alreadyThere)
    #expect(harness.log == ["inner starts", "inner performed", "outer already there"])
  }

  @Test("An open transition holds the scheduler until it and its nested ones have ended")
  func open() {
    let open = scheduler.schedule("open") { [harness] _ in
      harness.animated("inner")
      return .open
    }
    harness.instant("queued")
    open.end(.superseded)
    #expect(open.outcome == nil)
    platform.end()
    #expect(
      harness.log == [
        "inner starts", "inner performed", "open superseded by a later request", "queued starts",
        "queued performed",
      ])
    open.end(.performed)
    #expect(open.outcome == .superseded)
  }

  @Test("An open transition ended inside its body ends after it; the first end counts")
  func endedEarly() {
    let open = scheduler.schedule("open") { transition in
      transition.end(.alreadyThere)
      transition.end(.performed)
      #expect(transition.outcome == nil)
      return .open
    }
    #expect(open.outcome == .alreadyThere)
  }

  @Test("end() does nothing for a transition that is not open, or has not begun")
  func endWithoutOpen() {
    let running = harness.animated("running")
    let queued = harness.animated("queued")
    running.end(.superseded)
    queued.end(.superseded)
    #expect(running.outcome == nil)
    platform.end()
    platform.end()
    #expect(running.outcome == .performed)
    #expect(queued.outcome == .performed)
  }

  @Test("A transition scheduled at an end joins the end of the queue")
  func schedulingFromEnds() {
    var subscription: Cancellation?
    subscription = scheduler.endings.sink { [harness] transition in
      if transition.name == "a" { harness.instant("from sink") }
    }
    let first = harness.animated("a")
    first.onEnd { [harness] _ in harness.instant("from handle") }
    harness.instant("b")
    harness.instant("c")
    platform.end()
    #expect(
      harness.log.filter { $0.hasSuffix("starts") } == [
        "a starts", "b starts", "c starts", "from handle starts", "from sink starts",
      ])
    withExtendedLifetime(subscription) {}
  }

  @Test("The user's interruption ends only the interrupted transition as such")
  func interrupted() {
    let outer = harness.animated("outer") { [harness] in harness.animated("inner") }
    platform.end()
    platform.end(completed: false)
    #expect(harness.log.suffix(2) == ["inner interrupted by the user", "outer performed"])
    #expect(outer.outcome == .performed)
    platform.begin(interactive: true)
    let later = harness.instant("later")
    platform.end(completed: false)
    #expect(later.outcome == .performed)
  }

  @Test("Calls verify at the end of a performed transition, and only then")
  func verify() {
    var asked: [String] = []
    func schedule(_ name: String, _ answer: ScheduledTransition.Answer) -> ScheduledTransition {
      scheduler.schedule(
        name,
        verify: {
          asked.append(name)
          return .refused(TransitionRefusal(.ignoredByPlatform, "nothing happened"))
        },
        start: { [platform] _ in
          if answer == .started { platform.begin() }
          return answer
        })
    }
    let performed = schedule("performed", .started)
    #expect(asked == [])
    platform.end()
    #expect(performed.outcome?.word == "refused: ignoredByPlatform")
    #expect(schedule("there", .ended(.alreadyThere)).outcome == .alreadyThere)
    #expect(asked == ["performed"])
  }

  @Test("10,000 transitions in a chain, each from the last one's end, do not nest calls")
  func longChain() {
    var count = 0
    func next() {
      count += 1
      guard count < 10_000 else { return }
      scheduler.schedule("\(count)") { _ in .started }.onEnd { _ in next() }
    }
    scheduler.schedule("first") { _ in
      next()
      return .started
    }
    #expect(count == 10_000)
    #expect(scheduler.count == 0)
  }

  @Test("10,000 transitions, each nested in the one before, end from the inside out")
  func deepNesting() {
    var started = 0
    var ended: [Int] = []
    func nest() {
      let depth = started
      started += 1
      scheduler.schedule("\(depth)") { _ in
        if started < 10_000 { nest() }
        return .started
      }.onEnd { _ in ended.append(depth) }
    }
    nest()
    #expect(ended == Array((0..<10_000).reversed()))
    #expect(scheduler.count == 0)
  }

  @Test("Calls a sink on an ended transition at once")
  func lateSink() async {
    let transition = harness.instant("a")
    var outcomes: [TransitionOutcome] = []
    transition.onEnd { outcomes.append($0) }
    #expect(outcomes == [.performed])
    #expect(await transition.value() == .performed)
  }
}
