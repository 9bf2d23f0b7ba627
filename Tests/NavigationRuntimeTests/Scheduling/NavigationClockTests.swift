import Dispatch
import Foundation
import NavigationRuntime
import Testing

@MainActor
@Suite("Clocks")
struct NavigationClockTests {
  /// A clock with the protocol's default implementation of `schedule`.
  private struct PlainClock: NavigationClock {
    let manual = ManualNavigationClock()
    var now: TimeInterval { manual.now }
    func sleep(for seconds: TimeInterval) async throws { try await manual.sleep(for: seconds) }
  }

  @Test("The default timer sleeps, and calls its action once on the main actor")
  func defaultSchedule() async {
    let clock = PlainClock()
    let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
    let timer = clock.schedule(after: 2) {
      MainActor.assertIsolated()
      continuation.yield()
      continuation.finish()
    }
    await clock.manual.waitForSleepers()
    clock.manual.advance(by: 2)
    var count = 0
    for await _ in calls { count += 1 }
    #expect(count == 1)
    #expect(clock.manual.sleeperCount == 0)
    withExtendedLifetime(timer) {}
  }

  @Test("A cancelled default timer calls nothing: before, during and after its sleep")
  func defaultScheduleCancelled() async {
    let clock = PlainClock()
    var count = 0
    clock.schedule(after: 1) { count += 1 }.cancel()
    let sleeping = clock.schedule(after: 1) { count += 1 }
    await clock.manual.waitForSleepers()
    sleeping.cancel()
    #expect(clock.manual.sleeperCount == 0)
    let woken = clock.schedule(after: 1) { count += 1 }
    await clock.manual.waitForSleepers()
    clock.manual.advance(by: 1)
    woken.cancel()
    for _ in 0..<3 { await mainQueueTurn() }
    #expect(count == 0)
  }

  @available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
  @Test("The live clock's sleep of no time does not suspend its task", arguments: [0.0, -1])
  nonisolated func liveZero(seconds: Double) async throws {
    let executor = CountingExecutor()
    let sleeper = Task(executorPreference: executor) {
      try await LiveNavigationClock().sleep(for: seconds)
    }
    try await sleeper.value
    #expect(executor.jobCount == 1)
  }

  @Test("The live clock's sleep throws if it is cancelled", arguments: [0.0, 1e6, .infinity])
  func liveCancelled(seconds: Double) async {
    let sleeper = Task { try await LiveNavigationClock().sleep(for: seconds) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test("The live clock's timer of no time runs in a later turn, once")
  func liveTimer() async {
    let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
    let hasReturned = Locked(false)
    let timer = LiveNavigationClock().schedule(after: -1) {
      #expect(hasReturned.withLock { $0 })
      continuation.yield()
      continuation.finish()
    }
    hasReturned.withLock { $0 = true }
    var count = 0
    for await _ in calls { count += 1 }
    #expect(count == 1)
    withExtendedLifetime(timer) {}
  }

  @Test("The live clock's cancelled timer releases its action")
  func liveTimerRelease() {
    weak var probe: Probe?
    let timer: Cancellation
    do {
      let held = Probe()
      probe = held
      timer = LiveNavigationClock().schedule(after: .infinity) { held.touch() }
    }
    #expect(probe != nil)
    timer.cancel()
    #expect(probe == nil)
  }
}

/// Counts the jobs of its tasks: one for the start, and one for each resumption.
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
private final class CountingExecutor: TaskExecutor {
  private let jobs = Locked(0)

  var jobCount: Int { jobs.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.withLock { $0 += 1 }
    let job = UnownedJob(job)
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
