import NavigationRuntime
import Testing

@MainActor
@Suite("Transitions that are refused")
struct SchedulerRefusalTests {
  private let harness = SchedulerHarness()
  private var scheduler: NavigationScheduler { harness.scheduler }
  private var platform: FakeMonitor { harness.platform }

  @Test("Refuses and reports a transition whose owner has been released")
  func ownerGone() throws {
    harness.animated("running")
    let waiting: ScheduledTransition
    do {
      let owner = Probe()
      waiting = harness.instant("push Detail", owner: owner)
    }
    harness.instant("last")
    platform.end()
    #expect(waiting.outcome?.word == "refused: ownerGone")
    #expect(!harness.log.contains("push Detail starts"))
    #expect(harness.log.last == "last performed")
    let issue = try #require(harness.reported.first)
    #expect(harness.reported.count == 1)
    #expect(issue.code.rawValue == "ownerGone")
    #expect(issue.severity == .abandoned)
    #expect(issue.fact.contains("push Detail"))
  }

  @Test("Holds an owner weakly, and performs a living owner's transition")
  func ownerIsWeak() {
    platform.begin()
    weak var probe: Probe?
    let owner = Probe()
    let kept = harness.instant("kept", owner: owner)
    do {
      let gone = Probe()
      probe = gone
      harness.instant("gone", owner: gone)
    }
    #expect(probe == nil)
    platform.end()
    #expect(kept.outcome == .performed)
    withExtendedLifetime(owner) {}
  }

  @Test("A later request with an equal key supersedes the waiting one, not the running one")
  func superseded() {
    let running = harness.animated("running", key: "tab")
    let first = harness.instant("first", key: "tab")
    let other = harness.instant("other", key: "sheet")
    let second = harness.instant("second", key: "tab")
    #expect(first.outcome == .superseded)
    platform.end()
    #expect([running, other, second].map(\.outcome) == [.performed, .performed, .performed])
    #expect(
      harness.log == [
        "running starts", "first superseded by a later request", "running performed",
        "other starts", "other performed", "second starts", "second performed",
      ])
  }

  @Test("A request from the superseded one's sink follows the superseding one")
  func schedulingFromSuperseded() {
    harness.animated("running")
    let old = harness.instant("old", key: "tab")
    old.onEnd { [harness] _ in harness.instant("from sink") }
    harness.instant("new", key: "tab")
    platform.end()
    #expect(
      harness.log.filter { $0.hasSuffix("starts") } == [
        "running starts", "new starts", "from sink starts",
      ])
  }

  @Test("At most one request of a key waits, even with a request from a superseded one's sink")
  func supersedingFromSink() {
    harness.animated("running")
    let old = harness.instant("old", key: "tab")
    old.onEnd { [harness] _ in harness.instant("newest", key: "tab") }
    let new = harness.instant("new", key: "tab")
    #expect(new.outcome == .superseded)
    #expect(scheduler.count == 2)
    platform.end()
    #expect(harness.log.last == "newest performed")
  }

  /// A key that counts the comparisons of keys.
  private struct CountedKey: Hashable {
    let number: Int
    let comparisons: Locked<Int>

    static func == (left: Self, right: Self) -> Bool {
      left.comparisons.withLock { $0 += 1 }
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test("A request with a key is not compared with all that wait")
  func costOfKeys() {
    harness.animated("running")
    let comparisons = Locked(0)
    let count = 1_000
    for number in 0..<2 * count {
      harness.instant(
        "\(number)", key: CountedKey(number: number % count, comparisons: comparisons))
    }
    #expect(scheduler.count == count + 1)
    platform.end()
    #expect(scheduler.count == 0)
    // A hash table compares a few more than the equal ones.
    let total = comparisons.withLock { $0 }
    #expect(total < 20 * count, "\(total)")
  }

  @Test("A waiting transition can be withdrawn; a running one continues")
  func cancel() {
    let running = harness.animated("running") { [harness] in harness.animated("nested") }
    let queued = harness.instant("queued")
    queued.cancel()
    queued.cancel()
    #expect(queued.outcome?.word == "refused: cancelled")
    running.cancel()
    #expect(running.outcome == nil)
    platform.end()
    platform.end()
    running.cancel()
    #expect(running.outcome == .performed)
    #expect(
      harness.log == [
        "running starts", "queued refused: cancelled", "nested starts", "nested performed",
        "running performed",
      ])
  }

  @Test("Withdrawing a waiting nested transition lets the outer one end")
  func cancelNested() {
    var nested: ScheduledTransition?
    let outer = harness.animated("outer") { [harness] in nested = harness.instant("nested") }
    nested?.cancel()
    #expect(nested?.outcome?.word == "refused: cancelled")
    platform.end()
    #expect(outer.outcome == .performed)
  }

  @Test("A refused request releases its closures")
  func release() {
    platform.begin()
    weak var probe: Probe?
    let transition: ScheduledTransition
    do {
      let held = Probe()
      probe = held
      transition = scheduler.schedule(
        "a",
        verify: {
          held.touch()
          return .performed
        },
        start: { _ in
          held.touch()
          return .started
        })
      transition.onEnd { _ in held.touch() }
    }
    #expect(probe != nil)
    transition.cancel()
    #expect(probe == nil)
  }

  @Test("An awaited request ends when its task is cancelled before its turn")
  func awaitingTaskCancelled() async {
    platform.begin()
    var hasStarted = false
    let request = Task {
      await scheduler.perform("a") { _ in
        hasStarted = true
        return .started
      }
    }
    await mainQueueTurn()
    #expect(scheduler.count == 1)
    request.cancel()
    #expect(await request.value.word == "refused: cancelled")
    platform.end()
    #expect(!hasStarted)
    #expect(scheduler.count == 0)
  }

  @Test("An idle scheduler does not perform a request of a cancelled task")
  func cancelledBeforeTheRequest() async {
    var hasStarted = false
    let request = Task {
      await scheduler.perform("a") { _ in
        hasStarted = true
        return .started
      }
    }
    request.cancel()
    #expect(await request.value.word == "refused: cancelled")
    #expect(!hasStarted)
  }

  @Test("An awaited request whose task is cancelled after it has begun continues to its end")
  func cancelledWhileRunning() async {
    let request = Task {
      await scheduler.perform("a") { [platform] _ in
        platform.begin()
        return .started
      }
    }
    await mainQueueTurn()
    request.cancel()
    platform.end()
    #expect(await request.value == .performed)
  }

  @Test("Releasing the scheduler ends all waiting requests")
  func schedulerGone() async {
    weak var probe: Probe?
    var handles: [ScheduledTransition] = []
    var ends: [String] = []
    do {
      let harness = SchedulerHarness()
      let held = Probe()
      probe = held
      handles.append(harness.animated("running"))
      handles.append(harness.instant("waiting") { held.touch() })
      for handle in handles { handle.onEnd { ends.append($0.word) } }
    }
    #expect(ends == ["refused: schedulerGone", "refused: schedulerGone"])
    #expect(await handles[1].value().word == "refused: schedulerGone")
    #expect(probe == nil)
    handles[0].cancel()
    handles[0].end()
  }
}
