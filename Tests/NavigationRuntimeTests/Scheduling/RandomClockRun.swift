import NavigationRuntime
import TestSupport

/// A manual clock beside a sorted list of its timers, which schedule and cancel others, and advance
/// the clock, when they fire.
@MainActor
final class RandomClockRun {
  private(set) var faults: [String] = []
  /// The number of operations that timers have performed.
  private(set) var operationsInTimers = 0
  private let clock = ManualNavigationClock()
  private var generator: SeededGenerator
  /// The pending timers in the order in which they fire.
  private var model: [(id: Int, deadline: Double)] = []
  private var timers: [Int: Cancellation] = [:]
  private var count = 0
  /// The number of advances on the call stack.
  private var depth = 0
  private var isFinishing = false

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private func fault(_ text: String) {
    faults.append("\(text), at \(clock.now) after \(count) timers")
  }

  func step() {
    switch generator.next(below: 10) {
    case 0..<5: schedule()
    case 5..<7: cancel()
    default: advance()
    }
    check()
  }

  private func schedule() {
    let id = count
    count += 1
    let delay = generator.happens(percent: 3) ? .infinity : Double(generator.next(below: 30)) - 2
    let deadline = clock.now + max(0, delay)
    model.insert((id, deadline), at: model.firstIndex { $0.deadline > deadline } ?? model.count)
    timers[id] = clock.schedule(after: delay) { [weak self] in self?.fire(id) }
  }

  private func cancel() {
    guard !model.isEmpty else { return }
    let (id, _) = model.remove(at: generator.next(below: model.count))
    // Releasing the handle cancels, too.
    if Bool.random(using: &generator) { timers[id]?.cancel() }
    timers[id] = nil
  }

  private func advance() {
    let start = clock.now
    let isEndless = generator.happens(percent: 2)
    let seconds = isEndless ? .infinity : Double(generator.next(below: 12)) - 1
    depth += 1
    clock.advance(by: seconds)
    depth -= 1
    if !isEndless, clock.now < start + seconds { fault("the time has not passed") }
    if let first = model.first, first.deadline <= clock.now { fault("\(first.id) did not fire") }
  }

  private func fire(_ id: Int) {
    guard let first = model.first, first.id == id else {
      return fault("\(id) fired before its turn")
    }
    model.removeFirst()
    if first.deadline > clock.now { fault("\(id) fired before its deadline") }
    check()
    guard !isFinishing else { return }
    while generator.happens(percent: 30) { perform(schedule) }
    while generator.happens(percent: 30) { perform(cancel) }
    if depth < 4, generator.happens(percent: 20) { perform(advance) }
    check()
  }

  private func perform(_ operation: () -> Void) {
    operationsInTimers += 1
    operation()
  }

  private func check() {
    if clock.sleeperCount != model.count { fault("\(clock.sleeperCount) are pending") }
    let next = model.first.map { max(0, $0.deadline - clock.now) }
    if clock.timeToNextSleeper != next { fault("the next one is not after \(next ?? -1)") }
    if !clock.now.isFinite { fault("the time is not finite") }
  }

  /// Lets time pass until all timers with a deadline have fired.
  func finish() {
    isFinishing = true
    clock.advance(by: .infinity)
    if model.contains(where: { $0.deadline.isFinite }) { fault("a timer did not fire") }
    timers = [:]
    if clock.sleeperCount > 0 { fault("a timer is pending") }
  }
}
