import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The activity of a scheduler")
struct SchedulerActivityTests {
  private let harness = SchedulerHarness()
  private var scheduler: NavigationScheduler { harness.scheduler }
  private var platform: FakeMonitor { harness.platform }

  @Test("Lists the running transition with its wait, then the queue")
  func running() {
    #expect(scheduler.isIdle)
    #expect(scheduler.runningActivities == [])
    harness.animated("outer") { [harness] in harness.instant("inner") }
    harness.instant("queued")
    #expect(!scheduler.isIdle)
    #expect(
      scheduler.runningActivities.map(\.description) == [
        "outer (waits for the platform's transition)", "inner (waits for its turn)",
        "queued (waits for its turn)",
      ])
    #expect(scheduler.waitingActivities == [])
    platform.end()
    #expect(scheduler.isIdle)
    #expect(scheduler.runningActivities == [])
  }

  @Test("A transition in its platform part waits for nothing")
  func executing() {
    var seen: [(isIdle: Bool, activities: [NavigationActivity])] = []
    scheduler.schedule("a") { [scheduler] _ in
      seen.append((scheduler.isIdle, scheduler.runningActivities))
      return .started
    }
    #expect(seen.map(\.isIdle) == [false])
    #expect(seen.map(\.activities) == [[NavigationActivity(name: "a")]])
  }

  @Test("An open transition waits for its end")
  func open() {
    let open = scheduler.schedule("open") { _ in .open }
    #expect(scheduler.runningActivities.map(\.waitingFor) == ["its end() to be called"])
    open.end()
  }

  @Test("Only the innermost of nested transitions waits for the platform")
  func nested() {
    let outer = scheduler.schedule("outer") { [harness] _ in
      harness.animated("inner")
      return .open
    }
    #expect(
      scheduler.runningActivities.map(\.description) == [
        "outer (waits for ‘inner’)", "inner (waits for the platform's transition)",
      ])
    platform.end()
    outer.end()
  }

  @Test("A transition that waits for the user's gesture counts as waiting outside")
  func gesture() async {
    platform.begin(interactive: true)
    harness.instant("waiting")
    #expect(scheduler.isIdle)
    #expect(scheduler.runningActivities == [])
    #expect(await harness.activity.settled().map(\.name) == ["waiting"])
    platform.release()
    #expect(!scheduler.isIdle)
    platform.end()
    #expect(scheduler.waitingActivities == [])
  }

  @Test("settled() waits for the whole queue, and for requests at its end")
  func settled() async {
    harness.animated("a").onEnd { [harness] _ in harness.animated("b") }
    let settled = Task { [harness] in
      let left = await harness.activity.settled()
      return (harness.log, left)
    }
    await mainQueueTurn()
    platform.end()
    await mainQueueTurn()
    platform.end()
    let (log, left) = await settled.value
    #expect(log == ["a starts", "a performed", "b starts", "b performed"])
    #expect(left == [])
  }

  @Test("settled(within:) names the running transition")
  func unsettled() async {
    harness.animated("present Login")
    let timeoutClock = ManualNavigationClock()
    harness.activity.timeoutClock = timeoutClock
    let settled = Task { [activity = harness.activity] in try await activity.settled(within: 5) }
    await timeoutClock.spendTimeout()
    let error = await #expect(throws: UnsettledError.self) { try await settled.value }
    #expect(error?.description.contains("present Login") ?? false)
    #expect(error?.description.contains("5.0 s") ?? false)
    platform.end()
  }

  @Test("Releasing the scheduler leaves no waiter behind")
  func schedulerGone() async {
    let activity: ActivityTracker
    var settled: Task<[NavigationActivity], Never>?
    do {
      let harness = SchedulerHarness()
      activity = harness.activity
      harness.animated("stuck")
      settled = Task { [activity] in await activity.settled() }
      await mainQueueTurn()
    }
    #expect(activity.isIdle)
    #expect(!activity.isWaitedFor)
    settled?.cancel()
    _ = await settled?.value
  }

  @Test("Releasing a window in the middle of a transition leaves no waiter behind")
  func windowGone() async {
    let context = NavigationContext(clock: harness.clock)
    var settled: Task<[NavigationActivity], Never>?
    do {
      let window = HeadlessWindow(platform: HeadlessPlatform())
      let store = context.store(for: window)
      _ = window.lifecycle.transitionDidBegin(isInteractive: false)
      #expect(!store.isIdle)
      settled = Task { await context.settled() }
      await mainQueueTurn()
      #expect(context.activity.isWaitedFor)
    }
    #expect(context.activity.isIdle)
    #expect(!context.activity.isWaitedFor)
    settled?.cancel()
    _ = await settled?.value
  }
}
