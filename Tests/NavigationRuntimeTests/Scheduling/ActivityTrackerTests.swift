import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The tracker of activities")
struct ActivityTrackerTests {
  private final class Source: ActivitySource {
    var isIdle = true
    let name: String
    init(_ name: String) { self.name = name }
    var runningActivities: [NavigationActivity] { isIdle ? [] : [NavigationActivity(name: name)] }
    var waitingActivities: [NavigationActivity] {
      isIdle ? [NavigationActivity(name: name, waitingFor: "the user")] : []
    }
  }

  private let clock = ManualNavigationClock()
  private let tracker: ActivityTracker
  private let a = Source("a")
  private let b = Source("b")

  init() {
    tracker = ActivityTracker()
    tracker.timeoutClock = clock
    tracker.add(a)
    tracker.add(b)
  }

  @Test("settled() returns at once without running activities, and lists the waiting ones")
  func idle() async throws {
    #expect(tracker.isIdle)
    #expect(
      await tracker.settled().map(\.description) == [
        "a (waits for the user)", "b (waits for the user)",
      ])
    #expect(try await tracker.settled(within: 0).count == 2)
    #expect(clock.sleeperCount == 0)
    #expect(await ActivityTracker().settled() == [])
  }

  @Test("settled() returns for all waiters when the last source is idle")
  func waiters() async {
    a.isIdle = false
    b.isIdle = false
    var returned = 0
    let waiters = (0..<3).map { _ in
      Task {
        await tracker.settled()
        returned += 1
      }
    }
    await mainQueueTurn()
    #expect(tracker.running.map(\.name) == ["a", "b"])
    a.isIdle = true
    tracker.sourceDidBecomeIdle()
    await mainQueueTurn()
    #expect(returned == 0)
    b.isIdle = true
    tracker.sourceDidBecomeIdle()
    for waiter in waiters { await waiter.value }
    #expect(returned == 3)
  }

  @Test("Waits again for a source that is busy again before the waiter resumes")
  func busyAgain() async {
    a.isIdle = false
    var hasReturned = false
    let waiter = Task {
      await tracker.settled()
      hasReturned = true
    }
    await mainQueueTurn()
    a.isIdle = true
    tracker.sourceDidBecomeIdle()
    a.isIdle = false
    await mainQueueTurn()
    await mainQueueTurn()
    #expect(!hasReturned)
    a.isIdle = true
    tracker.sourceDidBecomeIdle()
    await waiter.value
    #expect(hasReturned)
  }

  @Test("A waiter in a task of another tracker does not keep the others from returning")
  func waiterInStrangeWork() async {
    a.isIdle = false
    let strange = TaskTracker()
    var returned: [String] = []
    let work = strange.begin("strange") {
      await tracker.settled()
      returned.append("strange")
    }
    let waiter = Task {
      await tracker.settled()
      returned.append("test")
    }
    for _ in 0..<5 { await letOthersRun() }
    a.isIdle = true
    tracker.sourceDidBecomeIdle()
    await waiter.value
    await strange.waitForEnd(for: "its end")
    #expect(Set(returned) == ["strange", "test"])
    withExtendedLifetime(work) {}
  }

  @Test("Work whose tracker of tasks is released in the middle keeps no waiter")
  func releasedTasks() async {
    var tasks: TaskTracker? = TaskTracker()
    tasks?.join(tracker)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let work = tasks?.begin("work") { for await _ in gate {} }
    let waiter = Task { await tracker.settled() }
    while !tracker.isWaitedFor { await letOthersRun() }
    tasks = nil
    #expect(await waiter.value.count == 2)
    opening.finish()
    await work?.value
  }

  @Test("A cancelled waiter returns, and the others continue to wait")
  func cancelled() async {
    a.isIdle = false
    var others = 0
    let other = Task {
      await tracker.settled()
      others += 1
    }
    let cancelled = Task { await tracker.settled() }
    let early = Task { try await tracker.settled(within: 5) }
    early.cancel()
    await mainQueueTurn()
    cancelled.cancel()
    _ = await cancelled.value
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(others == 0)
    #expect(clock.sleeperCount == 0)
    a.isIdle = true
    tracker.sourceDidBecomeIdle()
    await other.value
    #expect(others == 1)
  }

  @Test("Waiters that are cancelled on other threads all return")
  func cancelledElsewhere() async {
    a.isIdle = false
    for _ in 0..<100 {
      let waiter = Task.detached { [tracker] in await tracker.settled() }
      let canceller = Task.detached { waiter.cancel() }
      _ = await waiter.value
      await canceller.value
    }
    #expect(!tracker.isWaitedFor)
  }

  @Test("A passed deadline throws with running and waiting activities; other waiters remain")
  func deadline() async {
    a.isIdle = false
    let patient = Task { await tracker.settled() }
    let waiter = Task { try await tracker.settled(within: 3) }
    await clock.spendTimeout()
    let error = await #expect(throws: UnsettledError.self) { try await waiter.value }
    #expect(error?.running == [NavigationActivity(name: "a")])
    #expect(error?.waiting == [NavigationActivity(name: "b", waitingFor: "the user")])
    #expect(
      error?.description == """
        Not settled after 3.0 s. Running:
        - a
        Waiting for something outside:
        - b (waits for the user)
        """)
    #expect(clock.sleeperCount == 0)
    #expect(tracker.isWaitedFor)
    a.isIdle = true
    tracker.sourceDidBecomeIdle()
    _ = await patient.value
  }

  @Test("The text of a timeout has no line for running work if none runs")
  func textWithoutRunningWork() {
    let waiting = NavigationActivity(name: "b", waitingFor: "the user")
    let error = UnsettledError(seconds: 1, running: [], waiting: [waiting])
    #expect(
      error.description == """
        Not settled after 1.0 s.
        Waiting for something outside:
        - b (waits for the user)
        """)
    let nothing = UnsettledError(seconds: 1, running: [], waiting: [])
    #expect(nothing.description == "Not settled after 1.0 s.")
  }

  @Test("Deadlines exclude the time for which the main actor is held")
  func held() async throws {
    a.isIdle = false
    let waiter = Task { try await tracker.settled(within: 1) }
    await clock.waitForSleepers()
    clock.advance(by: 1.3)
    await clock.waitForSleepers()
    a.isIdle = true
    tracker.sourceDidBecomeIdle()
    #expect(try await waiter.value.count == 2)
  }

  @Test("Stops waiting for a source whose entry has ended")
  func ended() async {
    let tracker = ActivityTracker()
    let entry = tracker.add(a)
    tracker.add(b)
    a.isIdle = false
    let waiter = Task { await tracker.settled() }
    await mainQueueTurn()
    entry.end()
    #expect(await waiter.value.map(\.name) == ["b"])
  }

  @Test("Settling in time leaves no timer behind")
  func inTime() async throws {
    a.isIdle = false
    let waiter = Task { try await tracker.settled(within: 3) }
    await clock.waitForSleepers()
    await mainQueueTurn()
    a.isIdle = true
    tracker.sourceDidBecomeIdle()
    #expect(try await waiter.value.count == 2)
    #expect(clock.sleeperCount == 0)
  }

  @Test("A source is held weakly; a released one is idle")
  func weakSources() {
    weak var weakSource: Source?
    do {
      let source = Source("c")
      weakSource = source
      source.isIdle = false
      tracker.add(source)
      #expect(!tracker.isIdle)
    }
    #expect(weakSource == nil)
    #expect(tracker.isIdle)
    for index in 0..<1_000 { tracker.add(Source("\(index)")) }
    #expect(tracker.waiting.map(\.name) == ["a", "b"])
  }

  @Test("Does not check sources without work, until they have work again")
  func unlisted() async {
    let tracker = ActivityTracker()
    let counter = AskCounter()
    let sources = (0..<100).map { WorkingSource("\($0)", counter) }
    let listings = sources.map { tracker.add($0) }
    // The last one waits for something outside.
    sources[99].hasWork = true
    #expect(tracker.isIdle)
    let asked = counter.count
    for _ in 0..<10 { #expect(await tracker.settled().map(\.name) == ["99"]) }
    #expect(counter.count - asked <= 10 * 5)
    // In the order in which they were added, not in that of their work.
    for index in [7, 3] {
      sources[index].hasWork = true
      listings[index].workDidBegin()
      listings[index].workDidBegin()
    }
    #expect(await tracker.settled().map(\.name) == ["3", "7", "99"])
    sources[3].isIdle = false
    #expect(!tracker.isIdle)
    #expect(tracker.running.map(\.name) == ["3"])
    var hasReturned = false
    let waiter = Task {
      await tracker.settled()
      hasReturned = true
    }
    await mainQueueTurn()
    #expect(!hasReturned)
    sources[3].isIdle = true
    sources[3].hasWork = false
    tracker.sourceDidBecomeIdle()
    await waiter.value
    #expect(tracker.waiting.map(\.name) == ["7", "99"])
    // The tracker does not retain them.
    withExtendedLifetime(sources) {}
  }

  @Test("Checks sources that become idle one after the other a few times each")
  func cost() async {
    let tracker = ActivityTracker()
    let count = 1_000
    let counter = AskCounter()
    let sources = (0..<count).map { _ in CountedSource(counter) }
    for source in sources { tracker.add(source) }
    let waiter = Task { await tracker.settled() }
    await mainQueueTurn()
    #expect(tracker.isWaitedFor)
    counter.count = 0
    for source in sources {
      source.isBusy = false
      tracker.sourceDidBecomeIdle()
    }
    #expect(await waiter.value == [])
    #expect(counter.count < 5 * count)
  }

  @Test("Finds each source of work that begins to wait after another one with few questions")
  func waits() async {
    let tracker = ActivityTracker()
    let count = 200
    let counter = AskCounter()
    let hosts = (0..<count).map { _ in Host(counter) }
    for host in hosts { tracker.add(host) }
    for host in hosts { host.wait(in: tracker) }
    for host in hosts { await host.task?.value }
    #expect(hosts.filter(\.hasWaited).count == count)
    #expect(counter.count < 3 * count)
  }
}

/// A source with one task, which waits for a moment.
private final class Host: TaskTracking {
  private let counter: AskCounter
  private(set) var task: Task<Void, Never>?
  private(set) var hasWaited = false

  init(_ counter: AskCounter) { self.counter = counter }

  var isIdle: Bool { true }
  var runningActivities: [NavigationActivity] { [] }
  var waitingActivities: [NavigationActivity] { [] }

  func wait(in tracker: ActivityTracker) {
    task = Task {
      let end = tracker.beginWaiting(for: "the test")
      end?()
    }
  }

  func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    counter.count += 1
    guard self.task?.hashValue == task else { return nil }
    return { self.hasWaited = true }
  }
}

@MainActor
private final class AskCounter {
  var count = 0
}

private final class CountedSource: ActivitySource {
  let counter: AskCounter
  var isBusy = true
  init(_ counter: AskCounter) { self.counter = counter }
  var isIdle: Bool {
    counter.count += 1
    return !isBusy
  }
  var runningActivities: [NavigationActivity] { [] }
  var waitingActivities: [NavigationActivity] { [] }
}

/// A source that may be without work, and otherwise waits for the user unless it is busy.
private final class WorkingSource: ActivitySource {
  let name: String
  let counter: AskCounter
  var hasWork = false
  private var isBusy = false

  init(_ name: String, _ counter: AskCounter) {
    self.name = name
    self.counter = counter
  }

  var isIdle: Bool {
    get {
      counter.count += 1
      return !isBusy
    }
    set { isBusy = !newValue }
  }
  var runningActivities: [NavigationActivity] { isBusy ? [NavigationActivity(name: name)] : [] }
  var waitingActivities: [NavigationActivity] {
    hasWork && !isBusy ? [NavigationActivity(name: name, waitingFor: "the user")] : []
  }
}
