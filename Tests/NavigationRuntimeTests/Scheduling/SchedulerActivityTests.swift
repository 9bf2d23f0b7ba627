import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("What a lane is doing")
struct SchedulerActivityTests {
  private let harness = LaneHarness()
  private var lane: NavigationScheduler { harness.lane }
  private var platform: FakeMonitor { harness.platform }

  @Test("The lane lists what runs and what it waits for, then the queue")
  func running() {
    #expect(lane.isIdle)
    #expect(lane.runningActivities == [])
    harness.animated("outer") { [harness] in harness.instant("inner") }
    harness.instant("queued")
    #expect(!lane.isIdle)
    #expect(
      lane.runningActivities.map(\.description) == [
        "outer (waits for the platform's transition)", "inner (waits for its turn)",
        "queued (waits for its turn)",
      ])
    #expect(lane.waitingActivities == [])
    platform.end()
    #expect(lane.isIdle)
    #expect(lane.runningActivities == [])
  }

  @Test("A transition whose platform part is being called waits for nothing")
  func executing() {
    lane.schedule("a") { [lane] _ in
      #expect(!lane.isIdle)
      #expect(lane.runningActivities == [NavigationActivity(name: "a")])
      return .started
    }
  }

  @Test("An open transition waits for its end")
  func open() {
    let open = lane.schedule("open") { _ in .open }
    #expect(lane.runningActivities.map(\.waitingFor) == ["its end() to be called"])
    open.end()
  }

  @Test("Of nested transitions only the innermost waits for the platform")
  func nested() {
    let outer = lane.schedule("outer") { [harness] _ in
      harness.animated("inner")
      return .open
    }
    #expect(
      lane.runningActivities.map(\.description) == [
        "outer (waits for ‘inner’)", "inner (waits for the platform's transition)",
      ])
    platform.end()
    outer.end()
  }

  @Test("What waits for the user's gesture waits for something outside")
  func gesture() async {
    platform.begin(interactive: true)
    harness.instant("waiting")
    #expect(lane.isIdle)
    #expect(lane.runningActivities == [])
    #expect(await harness.activity.settled().map(\.name) == ["waiting"])
    platform.release()
    #expect(!lane.isIdle)
    platform.end()
    #expect(lane.waitingActivities == [])
  }

  @Test("Settled waits for the whole queue, and for what is requested at its end")
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

  @Test("Settled within a time names the transition that runs")
  func unsettled() async {
    harness.animated("present Login")
    let patience = ManualNavigationClock()
    harness.activity.patienceClock = patience
    let settled = Task { [activity = harness.activity] in try await activity.settled(within: 5) }
    await patience.spendPatience()
    let error = await #expect(throws: UnsettledError.self) { try await settled.value }
    #expect(error?.description.contains("present Login") ?? false)
    #expect(error?.description.contains("5.0 s") ?? false)
    platform.end()
  }

  @Test("A lane that goes away keeps nobody waiting")
  func laneGone() async {
    let activity: ActivityTracker
    var settled: Task<[NavigationActivity], Never>?
    do {
      let harness = LaneHarness()
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

  @Test("A window that goes away in the middle of a transition keeps nobody waiting")
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
