import NavigationRuntime
import TestSupport

/// A scheduler, a double of its platform, and random events at any time.
@MainActor
final class RandomSchedulerRun {
  let harness = SchedulerHarness()
  private(set) var faults: [String] = []
  /// The number of outcomes of each kind.
  private(set) var outcomeCounts: [String: Int] = [:]
  private var generator: SeededGenerator
  /// The requests without an outcome.
  private var requests: [Int: ScheduledTransition] = [:]
  private var count = 0
  private var lastTopLevelStart = -1
  private var isBodyOnStack = false
  private var owners: [Probe] = []
  private var endings = 0
  private var subscription: Cancellation?

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    subscription = harness.scheduler.endings.sink { [weak self] in
      self?.endings += 1
      if $0.outcome == nil { self?.fault("\($0.name) ended without an outcome") }
    }
  }

  private func fault(_ text: String) {
    faults.append("\(text), after \(count) requests")
  }

  func step() {
    let platform = harness.platform
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<45: request()
    case 45..<52: randomRequest()?.cancel()
    case 52..<62:
      randomRequest()?.end(Bool.random(using: &generator) ? .performed : .alreadyThere)
    case 62..<67 where !platform.isTransitioning:
      platform.begin(interactive: Bool.random(using: &generator))
    case 67..<70: platform.release()
    case 70..<92 where platform.isTransitioning:
      platform.end(completed: !generator.happens(percent: 20))
    case 92..<96: harness.clock.advance(by: Double.random(in: 0..<8, using: &generator))
    default:
      if !owners.isEmpty { owners.removeFirst() }
    }
    check()
  }

  private func randomRequest() -> ScheduledTransition? {
    requests.keys.sorted().randomElement(using: &generator).flatMap { requests[$0] }
  }

  private func request() {
    let id = count
    count += 1
    var owner: Probe?
    if generator.happens(percent: 25) {
      let probe = Probe()
      owner = probe
      if Bool.random(using: &generator) { owners.append(probe) }
    }
    let key: AnyHashable? =
      generator.happens(percent: 20) ? Int.random(in: 0..<3, using: &generator) : nil
    let isNested = isBodyOnStack
    var answerCount = 0
    var hasStarted = false
    let handle = harness.scheduler.schedule(
      "\(id)", owner: owner, coalescing: key,
      start: { [weak self] transition in
        if hasStarted { self?.fault("\(id) started twice") }
        hasStarted = true
        return self?.body(of: id, transition, isNested: isNested) ?? .started
      })
    requests[id] = handle
    handle.onEnd { [weak self] outcome in
      answerCount += 1
      self?.answered(id, outcome, times: answerCount)
    }
  }

  private func body(
    of id: Int, _ transition: ScheduledTransition, isNested: Bool
  ) -> ScheduledTransition.Answer {
    if isBodyOnStack { fault("\(id) started on top of another body") }
    if harness.platform.isTransitioning { fault("\(id) started on a busy platform") }
    if !isNested {
      if id < lastTopLevelStart { fault("\(id) started after \(lastTopLevelStart)") }
      lastTopLevelStart = id
    }
    isBodyOnStack = true
    defer { isBodyOnStack = false }
    while generator.happens(percent: 30) { request() }
    if generator.happens(percent: 10) { transition.end(.alreadyThere) }
    if generator.happens(percent: 10) { transition.cancel() }
    if generator.happens(percent: 60) { harness.platform.begin() }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<6: return .started
    case 6..<8: return .open
    default: return .ended(.alreadyThere)
    }
  }

  private func answered(_ id: Int, _ outcome: TransitionOutcome, times: Int) {
    if times > 1 { fault("\(id) was answered \(times) times") }
    outcomeCounts[outcome.word, default: 0] += 1
    requests[id] = nil
    // The recipient of an end may make a request at once.
    if generator.happens(percent: 10), !isBodyOnStack { request() }
  }

  private func check() {
    if requests.count != harness.scheduler.count {
      fault("\(requests.count) wait for an answer, the scheduler has \(harness.scheduler.count)")
    }
    if harness.scheduler.count == 0, harness.clock.sleeperCount > 0 {
      fault("a timer runs while idle")
    }
    let platform = harness.platform
    let isWatched = harness.clock.sleeperCount == 1
    if harness.scheduler.count > 0, isWatched == platform.isInteractive {
      fault("the watchdog is wrong")
    }
    if harness.scheduler.count > 0, harness.scheduler.isIdle != platform.isInteractive {
      fault("idle is \(harness.scheduler.isIdle)")
    }
  }

  /// Lets time pass until all requests have ended.
  func finish() {
    for _ in 0..<(2 * count + 10) where harness.scheduler.count > 0 {
      harness.platform.release()
      harness.clock.advance(by: 10)
    }
    harness.platform.end()
    check()
    if !requests.isEmpty { fault("\(requests.keys.sorted()) were never answered") }
    if endings != count { fault("\(count) were requested and \(endings) ended") }
    if !harness.activity.isIdle { fault("an activity is running") }
  }
}
