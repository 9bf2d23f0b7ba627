import CoreFlow
import Foundation
import TestSupport

/// A description of effects, from which an effect and equal ones are made.
indirect enum EffectProgram: CustomStringConvertible {
  case none
  case send(Int)
  case work(Work)
  case merge([EffectProgram])
  case concatenate([EffectProgram])
  case cancellable(EffectProgram, id: Int, cancelInFlight: Bool)
  case cancel(Int)
  case debounce(EffectProgram, id: Int, TimeInterval)
  case throttle(EffectProgram, id: Int, TimeInterval, latest: Bool)
  case timeout(EffectProgram, TimeInterval, Int)
  case catching(EffectProgram, Int)

  /// Work that sleeps on the clock, sends its number, and may fail after that.
  struct Work {
    var number: Int
    var seconds: TimeInterval
    var heedsCancellation: Bool
    var fails: Bool
  }

  var description: String {
    switch self {
    case .none: ".none"
    case .send(let number): "\(number)"
    case .work(let work):
      "\(work.number) after \(work.seconds)\(work.heedsCancellation ? "" : ", stubborn")"
        + (work.fails ? ", fails" : "")
    case .merge(let parts): "merge\(parts)"
    case .concatenate(let parts): "concatenate\(parts)"
    case .cancellable(let part, let id, let cancelInFlight):
      "\(part).cancellable(\(id)\(cancelInFlight ? ", in flight" : ""))"
    case .cancel(let id): "cancel(\(id))"
    case .debounce(let part, let id, let seconds): "\(part).debounce(\(id), \(seconds))"
    case .throttle(let part, let id, let seconds, let latest):
      "\(part).throttle(\(id), \(seconds)\(latest ? ", latest" : ""))"
    case .timeout(let part, let seconds, let number): "\(part).timeout(\(seconds), \(-number))"
    case .catching(let part, let number): "\(part).catch(\(number))"
    }
  }
}

private struct Failure: Error {}
private struct OtherFailure: Error {}

/// Makes programs, and writes each as an effect, in one of the ways that mean the same.
@MainActor
struct EffectAuthor {
  var generator: SeededGenerator
  private var count = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func makeProgram(depth: Int) -> EffectProgram {
    count += 1
    switch generator.next(below: depth == 0 ? 4 : 12) {
    case 0: return generator.happens(percent: 30) ? .none : .send(count)
    case 1: return generator.happens(percent: 30) ? .cancel(makeID()) : .send(count)
    case 2, 3:
      return .work(
        .init(
          number: count, seconds: makeSeconds(),
          heedsCancellation: generator.happens(percent: 50),
          fails: generator.happens(percent: 25)))
    case 4, 5: return .merge(makePrograms(depth))
    case 6, 7: return .concatenate(makePrograms(depth))
    case 8:
      return .cancellable(
        makeProgram(depth: depth - 1), id: makeID(),
        cancelInFlight: generator.happens(percent: 50))
    case 9: return .debounce(makeProgram(depth: depth - 1), id: makeID(), makeSeconds())
    case 10:
      return .throttle(
        makeProgram(depth: depth - 1), id: makeID(), makeSeconds(),
        latest: generator.happens(percent: 50))
    default:
      return generator.happens(percent: 50)
        ? .timeout(makeProgram(depth: depth - 1), makeSeconds(), count)
        : .catching(makeProgram(depth: depth - 1), 1000 + count)
    }
  }

  private mutating func makePrograms(_ depth: Int) -> [EffectProgram] {
    (0...generator.next(below: 3)).map { _ in makeProgram(depth: depth - 1) }
  }

  private mutating func makeID() -> Int { generator.next(below: 3) }

  mutating func makeSeconds() -> TimeInterval { Double.random(in: 0...4, using: &generator) }

  /// Writes a program as an effect; a varied one has parts in other words.
  mutating func write(_ program: EffectProgram, for log: EffectLog, varied: Bool) -> Effect<Int> {
    var effect: Effect<Int>
    switch program {
    case .none: effect = .none
    case .send(let number): effect = .send(number)
    case .work(let work): effect = .run { @MainActor send in try await log.perform(work, send) }
    case .merge(let parts): effect = .merge(write(parts, for: log, varied) { .merge($0) })
    case .concatenate(let parts):
      effect = .concatenate(write(parts, for: log, varied) { .concatenate($0) })
    case .cancellable(let part, let id, let cancelInFlight):
      effect = write(part, for: log, varied: varied)
        .cancellable(id: id, cancelInFlight: cancelInFlight)
    case .cancel(let id): effect = .cancel(id: id)
    case .debounce(let part, let id, let seconds):
      effect = write(part, for: log, varied: varied).debounce(id: id, for: seconds)
    case .throttle(let part, let id, let seconds, let latest):
      effect = write(part, for: log, varied: varied)
        .throttle(id: id, for: seconds, latest: latest)
    case .timeout(let part, let seconds, let number):
      effect = write(part, for: log, varied: varied).timeout(after: seconds, send: -number)
    case .catching(let part, let number):
      effect = write(part, for: log, varied: varied)
        .catch(Failure.self) { _, send in await send(number) }
    }
    while varied, generator.happens(percent: 40) { effect = disguise(effect) }
    return effect
  }

  /// Writes parts, and may put some neighbours into a group of their own.
  private mutating func write(
    _ parts: [EffectProgram], for log: EffectLog, _ varied: Bool,
    join: ([Effect<Int>]) -> Effect<Int>
  ) -> [Effect<Int>] {
    let effects = parts.map { write($0, for: log, varied: varied) }
    guard varied, effects.count > 1, generator.happens(percent: 50) else { return effects }
    let start = generator.next(below: effects.count)
    let end = start + generator.next(below: effects.count - start)
    return effects[..<start] + [join(Array(effects[start...end]))] + effects[(end + 1)...]
  }

  /// Returns the effect with something around it that changes nothing.
  private mutating func disguise(_ effect: Effect<Int>) -> Effect<Int> {
    count += 1
    switch generator.next(below: 9) {
    case 0: return .merge(effect)
    case 1: return .merge(.none, effect)
    case 2: return .concatenate(effect, .none)
    case 3: return .concatenate([.merge([]), effect])
    case 4: return effect.map { -$0 }.map { -$0 }
    case 5: return effect.cancellable(id: "unique \(count)", cancelInFlight: true)
    case 6: return effect.timeout(after: 1e6, send: 0)
    case 7: return effect.catch(OtherFailure.self) { _, _ in }
    default: return effect.retry(3, after: 1) { $0 is OtherFailure }
    }
  }
}

/// What has happened, with the clock by which the work sleeps.
@MainActor
final class EffectLog {
  let clock = ManualNavigationClock()
  /// What has happened between one moment at which nothing ran and the next, sorted.
  private(set) var spans: [[String]] = []
  /// Whether several works were cancelled at once: their order, and what follows from it, is open.
  private(set) var isAmbiguous = false
  private var words: [String] = []
  private var begun = 0
  private var cancelled = 0

  func add(_ word: String) { words.append(word) }

  func endSpan() {
    isAmbiguous = isAmbiguous || cancelled > 1
    if !words.isEmpty { spans.append(words.sorted()) }
    words = []
    cancelled = 0
  }

  func perform(_ work: EffectProgram.Work, _ send: Effect<Int>.Send) async throws {
    add("\(work.number) begins")
    // Work that begins at one moment ends at different ones.
    begun += 1
    do {
      try await clock.sleep(for: work.seconds + Double(begun) / 1e6)
    } catch {
      add("\(work.number) is cancelled")
      cancelled += 1
      if work.heedsCancellation { throw error }
    }
    await send(work.number)
    add("\(work.number) ends")
    if work.fails { throw Failure() }
  }
}

/// A core whose effects are performed, and whose actions are written down.
@MainActor
final class EffectWorld {
  let log = EffectLog()
  private(set) var handles: [ActionHandle] = []
  private let context: NavigationContext
  private var core: ProgramCore?

  init() {
    context = NavigationContext(clock: log.clock)
    context.issues.handler = { [log] issue in
      issue.demandSiteOfCaller()
      log.add(issue.code.rawValue)
    }
    core = ProgramCore(log, context)
  }

  var ends: [Bool] { handles.map(\.isFinished) }

  /// Whether only this world retains the core, which it gives up.
  var releasesCore: Bool {
    let released = { [weak core] in core }
    core = nil
    return released() == nil
  }

  func perform(_ effect: Effect<Int>) {
    guard let core else { return }
    handles.append(core.perform(effect))
  }

  func settle() async {
    _ = await context.settled()
    log.endSpan()
  }

  /// Lets time pass from one sleeper to the next.
  func advance(by seconds: TimeInterval) async {
    var left = seconds
    while let next = log.clock.timeToNextSleeper, next <= left {
      log.clock.advance(by: next)
      left -= next
      await settle()
    }
    log.clock.advance(by: left)
    await settle()
  }
}

/// Performs effects, and writes down the numbers that they send.
private final class ProgramCore: Core<Int, Int> {
  private let log: EffectLog
  private var next: Effect<Int>?

  init(_ log: EffectLog, _ context: NavigationContext) {
    self.log = log
    super.init(initialState: 0, context: context)
  }

  func perform(_ effect: Effect<Int>) -> ActionHandle {
    next = effect
    return send(0)
  }

  override func reduce(state: inout Int, action: Int) -> Effect<Int> {
    if let effect = next.take() { return effect }
    log.add("receives \(action)")
    return .none
  }
}
