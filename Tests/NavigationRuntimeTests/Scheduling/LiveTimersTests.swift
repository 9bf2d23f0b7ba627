import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Timers of the live clock")
struct LiveTimersTests {
  @Test("Removes a cancelled timer at once, however long its delay")
  func cancelled() async {
    var generator = SeededGenerator(seed: 1)
    let timers = LiveTimers()
    let entries = (0..<1000).map { timers.schedule(after: 3600 + Double($0 % 7)) {} }
    #expect(timers.count == 1000)
    for entry in entries.shuffled(using: &generator) { #expect(timers.cancel(entry)) }
    #expect(timers.count == 0)
    #expect(!timers.cancel(entries[0]))
  }

  @Test("Keeps nothing of cancelled timers and cancelled sleeps")
  func debounces() async {
    let clock = LiveNavigationClock()
    for _ in 0..<5000 { clock.schedule(after: 3600) {}.cancel() }
    for _ in 0..<500 {
      let sleeper = Task { try await clock.sleep(for: 3600) }
      await letOthersRun()
      sleeper.cancel()
      _ = await sleeper.result
    }
    // Other tests that run meanwhile have timers, too.
    #expect(LiveTimers.shared.count < 500)
  }

  @Test("Releases the action of a cancelled timer")
  func release() {
    weak var probe: Probe?
    let timers = LiveTimers()
    let entry = {
      let object = Probe()
      probe = object
      return timers.schedule(after: 3600) { _ = object }
    }()
    #expect(probe != nil)
    timers.cancel(entry)
    #expect(probe == nil)
  }

  @Test("Fires the remaining timers in the order of their deadlines", arguments: 0..<20)
  func order(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let timers = LiveTimers()
    // Decades after the start of any machine: no timer fires by itself.
    let far: UInt64 = 1 << 60
    let fired = Locked<[Int]>([])
    let delays = (0..<200).map { _ in UInt64.random(in: 0..<20, using: &generator) }
    let entries = delays.indices.map { number in
      timers.schedule(at: far + delays[number]) { fired.withLock { $0.append(number) } }
    }
    var left = Array(delays.indices)
    for number in delays.indices where Bool.random(using: &generator) {
      timers.cancel(entries[number])
      left.removeAll { $0 == number }
    }
    timers.fire(until: far + 9)
    let expected = left.sorted { (delays[$0], $0) < (delays[$1], $1) }
    let early = expected.filter { delays[$0] <= 9 }
    #expect(fired.withLock { $0 } == early)
    #expect(timers.count == expected.count - early.count)
    timers.fire(until: .max)
    #expect(fired.withLock { $0 } == expected)
    #expect(timers.count == 0)
  }

  @Test("Fires a timer on time that precedes the armed one")
  func earlier() async {
    let timers = LiveTimers()
    let late = timers.schedule(after: 3600) {}
    await withCheckedContinuation { fired in
      _ = timers.schedule(after: 0.001) { fired.resume() }
    }
    #expect(timers.count == 1)
    timers.cancel(late)
  }
}
