import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The manual clock")
struct ManualNavigationClockTests {
  private let clock = ManualNavigationClock()

  @Test("Stands still until it is advanced, and never moves back")
  func standsStill() {
    #expect(clock.now == 0)
    clock.advance(by: 2.5)
    clock.advance(by: 0)
    clock.advance(by: -1)
    #expect(clock.now == 2.5)
  }

  @Test("Runs timers in the order of their deadlines, those of one deadline in the order of calls")
  func order() {
    var log: [String] = []
    let timers = [("c", 3.0), ("a", 1), ("b", 2), ("a2", 1), ("c2", 3), ("a3", 1)].map {
      name, seconds in
      clock.schedule(after: seconds) { [clock] in log.append("\(name)@\(clock.now)") }
    }
    clock.advance(by: 2)
    #expect(log == ["a@1.0", "a2@1.0", "a3@1.0", "b@2.0"])
    clock.advance(by: 1)
    #expect(log.suffix(2) == ["c@3.0", "c2@3.0"])
    #expect(clock.sleeperCount == 0)
    withExtendedLifetime(timers) {}
  }

  @Test("Runs a timer that a timer starts in the same move if its deadline is within it")
  func nestedTimers() {
    var log: [Double] = []
    var handles: [Cancellation] = []
    func start() {
      handles.append(
        clock.schedule(after: 2) {
          log.append(clock.now)
          start()
        })
    }
    start()
    clock.advance(by: 7)
    #expect(log == [2, 4, 6])
    #expect(clock.now == 7)
    #expect(clock.sleeperCount == 1)
    handles = []
    #expect(clock.sleeperCount == 0)
  }

  @Test("A timer may advance the clock")
  func movingInsideTimer() {
    var log: [String] = []
    let first = clock.schedule(after: 1) { [clock] in
      log.append("first")
      clock.advance(by: 5)
      log.append("moved")
    }
    let second = clock.schedule(after: 3) { log.append("second") }
    clock.advance(by: 2)
    #expect(log == ["first", "second", "moved"])
    #expect(clock.now == 6)
    withExtendedLifetime((first, second)) {}
  }

  @Test(
    "Runs a timer of no or negative time at the next move, even of zero",
    arguments: [0.0, -5])
  func immediateTimers(seconds: Double) {
    clock.advance(by: 10)
    var count = 0
    let timer = clock.schedule(after: seconds) { count += 1 }
    #expect(count == 0)
    clock.advance(by: 0)
    #expect(count == 1)
    #expect(clock.now == 10)
    clock.advance(by: 10)
    #expect(count == 1)
    withExtendedLifetime(timer) {}
  }

  @Test("A cancelled or dropped timer does not run and is not pending")
  func cancelledTimers() {
    var count = 0
    let cancelled = clock.schedule(after: 1) { count += 1 }
    _ = clock.schedule(after: 1) { count += 1 }
    #expect(clock.sleeperCount == 1)
    cancelled.cancel()
    #expect(clock.sleeperCount == 0)
    clock.advance(by: 2)
    #expect(count == 0)
  }

  @Test("A timer may cancel the next one of the same deadline")
  func cancellingNextTimer() {
    var log: [String] = []
    var second: Cancellation?
    let first = clock.schedule(after: 1) {
      log.append("first")
      second?.cancel()
    }
    second = clock.schedule(after: 1) { log.append("second") }
    clock.advance(by: 1)
    #expect(log == ["first"])
    withExtendedLifetime(first) {}
  }

  @Test("Objects of a cancelled timer's action are released, and may use the clock then")
  func reentrantRelease() {
    weak var probe: Probe?
    let timer: Cancellation
    do {
      let other = clock.schedule(after: 1) {}
      let held = Probe { [clock] in
        other.cancel()
        clock.advance(by: 1)
      }
      probe = held
      timer = clock.schedule(after: 1) { held.touch() }
    }
    timer.cancel()
    #expect(probe == nil)
    #expect(clock.sleeperCount == 0)
    #expect(clock.now == 1)
  }

  @Test("Wakes a sleeper at its deadline, and not before")
  func sleeping() async throws {
    var isAwake = false
    let sleeper = Task {
      try await clock.sleep(for: 3)
      isAwake = true
    }
    await clock.waitForSleepers()
    clock.advance(by: 2)
    await mainQueueTurn()
    #expect(!isAwake)
    clock.advance(by: 1)
    try await sleeper.value
    #expect(isAwake)
    #expect(clock.sleeperCount == 0)
  }

  @Test("The sleep of a cancelled task has ended when `cancel` returns")
  func cancelledBeforeItSuspends() async throws {
    let tracker = ActivityTracker()
    clock.add(tracker)
    let sleeper = Task { [clock] in try await clock.sleep(for: 1) }
    await clock.waitForSleepers()
    sleeper.cancel()
    #expect(clock.sleeperCount == 0)
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test("Returns at once for no or negative time", arguments: [0.0, -1])
  func noTime(seconds: Double) async throws {
    try await clock.sleep(for: seconds)
    #expect(clock.sleeperCount == 0)
  }

  @Test("A sleep in a cancelled task throws at once, for any time", arguments: [0.0, 5])
  func cancelledBefore(seconds: Double) async {
    let sleeper = Task { [clock] in try await clock.sleep(for: seconds) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test("A sleep that is cancelled throws and is not pending")
  func cancelledWhile() async {
    let sleeper = Task { [clock] in try await clock.sleep(for: 5) }
    await clock.waitForSleepers()
    sleeper.cancel()
    #expect(clock.sleeperCount == 0)
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test("A woken sleep returns normally, even if the task is cancelled then")
  func cancelledAfter() async throws {
    let sleeper = Task { [clock] in try await clock.sleep(for: 5) }
    await clock.waitForSleepers()
    clock.advance(by: 5)
    sleeper.cancel()
    try await sleeper.value
    #expect(clock.sleeperCount == 0)
  }

  @Test("Ends all sleeps that are cancelled from other threads at any moment")
  func cancelledAnywhere() async {
    for _ in 0..<200 {
      let sleeper = Task.detached { [clock] in try await clock.sleep(for: 5) }
      let canceller = Task.detached { sleeper.cancel() }
      await #expect(throws: CancellationError.self) { try await sleeper.value }
      await canceller.value
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test("Waiting for sleepers returns as soon as there are enough, timers included")
  func waitingForSleepers() async {
    await clock.waitForSleepers(0)
    let timer = clock.schedule(after: 1) {}
    await clock.waitForSleepers(1)
    var reached: [Int] = []
    let two = Task {
      await clock.waitForSleepers(2)
      reached.append(2)
    }
    let three = Task {
      await clock.waitForSleepers(3)
      reached.append(3)
    }
    await mainQueueTurn()
    #expect(reached == [])
    let second = clock.schedule(after: 1) {}
    await two.value
    #expect(reached == [2])
    let third = clock.schedule(after: 1) {}
    await three.value
    #expect(reached == [2, 3])
    withExtendedLifetime((timer, second, third)) {}
  }

  @Test("Waiting for sleepers returns when cancelled, at any moment")
  func cancelledWait() async {
    let clock = clock
    let early = Task { await clock.waitForSleepers() }
    early.cancel()
    await early.value
    let late = Task { await clock.waitForSleepers() }
    await mainQueueTurn()
    late.cancel()
    await late.value
    for _ in 0..<100 {
      let waiter = Task.detached { await clock.waitForSleepers() }
      Task.detached { waiter.cancel() }
      await waiter.value
    }
    #expect(clock.sleeperCount == 0)
  }

  @Test("Sleepers and timers share one order")
  func sharedOrder() async throws {
    var log: [String] = []
    let sleeper = Task {
      try await clock.sleep(for: 1)
      log.append("sleeper")
    }
    await clock.waitForSleepers()
    let timer = clock.schedule(after: 2) { log.append("timer") }
    clock.advance(by: 1)
    try await sleeper.value
    clock.advance(by: 1)
    #expect(log == ["sleeper", "timer"])
    withExtendedLifetime(timer) {}
  }

  @Test("An infinite advance wakes all that has a deadline, and stops at the last one")
  func infinite() {
    var log: [Double] = []
    let timers = [1, 5, .infinity].map { seconds in
      clock.schedule(after: seconds) { [clock] in log.append(clock.now) }
    }
    clock.advance(by: 2)
    clock.advance(by: .infinity)
    #expect(log == [1, 5])
    #expect(clock.now == 5)
    #expect(clock.timeToNextSleeper == .infinity)
    clock.advance(by: .infinity)
    #expect(clock.now == 5)
    let timer = clock.schedule(after: 1) { [clock] in log.append(clock.now) }
    clock.advance(by: 0)
    #expect(log == [1, 5])
    clock.advance(by: .greatestFiniteMagnitude)
    #expect(log == [1, 5, 6])
    clock.advance(by: .greatestFiniteMagnitude)
    #expect(clock.now.isFinite)
    withExtendedLifetime((timers, timer)) {}
  }

  @Test("A timer that starts itself again does not hold up an infinite advance")
  func infiniteRepetition() {
    var count = 0
    var handles: [Cancellation] = []
    func start() {
      handles.append(
        clock.schedule(after: 2) {
          count += 1
          start()
        })
    }
    start()
    clock.advance(by: .infinity)
    #expect(count == 1)
    #expect(clock.now == 2)
  }

  @Test("What is no number is no time")
  func notANumber() async throws {
    clock.advance(by: .nan)
    #expect(clock.now == 0)
    var count = 0
    let timer = clock.schedule(after: .nan) { count += 1 }
    try await clock.sleep(for: .nan)
    clock.advance(by: -.infinity)
    #expect(count == 1)
    #expect(clock.now == 0)
    withExtendedLifetime(timer) {}
  }

  @Test("Fires what a sorted list would, whatever is scheduled and cancelled", arguments: 1...20)
  func randomTimers(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let clock = ManualNavigationClock()
    var model: [(id: Int, deadline: Double)] = []
    var timers: [Int: Cancellation] = [:]
    var fired: [Int] = []
    for id in 0..<500 {
      switch generator.next(below: 4) {
      case 0, 1:
        let delay = Double(generator.next(below: 50))
        let timer = clock.schedule(after: delay) { fired.append(id) }
        timers[id] = timer
        let index = model.firstIndex { $0.deadline > clock.now + delay } ?? model.count
        model.insert((id, clock.now + delay), at: index)
      case 2:
        guard !model.isEmpty else { continue }
        timers[model.remove(at: generator.next(below: model.count)).id]?.cancel()
      default:
        clock.advance(by: Double(generator.next(below: 8)))
        let due = model.prefix { $0.deadline <= clock.now }
        #expect(fired == due.map(\.id))
        model.removeFirst(due.count)
        fired = []
      }
      #expect(clock.sleeperCount == model.count)
      #expect(clock.timeToNextSleeper == model.first.map { $0.deadline - clock.now })
    }
    clock.advance(by: .infinity)
    #expect(fired == model.map(\.id))
  }

  @Test(
    "Fires what a sorted list would, whatever timers schedule and cancel, and however they advance it",
    arguments: RunLength.seeds(20))
  func timersThatUseTheClock(seed: UInt64) {
    let run = RandomClockRun(seed: seed)
    for _ in 0..<RunLength.operations(300) where run.faults.isEmpty { run.step() }
    run.finish()
    #expect(run.faults == [], "NAVIGATION_SEED=\(seed)")
    #expect(run.operationsInTimers > 0, "NAVIGATION_SEED=\(seed)")
  }

  @Test("Holds a hundred thousand timers, in any order")
  func manyTimers() {
    let clock = ManualNavigationClock()
    let count = 100_000
    var fired = 0
    var timers: [Cancellation] = []
    for number in 0..<count {
      // Later and earlier ones in turn.
      let delay = number.isMultiple(of: 2) ? number : count - number
      timers.append(clock.schedule(after: Double(delay)) { fired += 1 })
    }
    for index in stride(from: 0, to: count, by: 4) { timers[index].cancel() }
    #expect(clock.sleeperCount == count * 3 / 4)
    clock.advance(by: Double(count))
    #expect(fired == count * 3 / 4)
    #expect(clock.sleeperCount == 0)
  }
}
