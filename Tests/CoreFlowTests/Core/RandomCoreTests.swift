import CoreFlow
import TestSupport
import Testing

/// Random actions, observers and subscriptions inside one another, beside a core without shortcuts.
@MainActor
@Suite("Random actions and observers")
struct RandomCoreTests {
  @Test("A core does the same as one that queues and compares in the simplest way")
  func sameAsNaive() {
    for seed in RunLength.seeds(200) {
      var random = SeededGenerator(seed: seed)
      let core = SwiftCore(Script(seed: seed))
      let naive = NaiveCore(Script(seed: seed))
      var moves: [String] = []
      for _ in 0..<RunLength.operations(60) {
        let (move, number) = (random.next(below: 10), random.next(below: 1_000))
        switch move {
        case 0, 1, 2:
          moves.append("observe \(number)")
          core.subscribe(number)
          naive.subscribe(number)
        case 3:
          moves.append("cancel \(number)")
          core.cancel(number)
          naive.cancel(number)
        default:
          moves.append("send \(number)")
          core.start(number)
          naive.start(number)
        }
        guard core.script.log == naive.script.log, core.state.words == naive.state.words else {
          let common = zip(core.script.log, naive.script.log).prefix { $0 == $1 }.count
          let tails = [core.script, naive.script].map { "\($0.log.dropFirst(common).prefix(8))" }
          Issue.record("NAVIGATION_SEED=\(seed): \(tails.joined(separator: "\n")) after \(moves)")
          return
        }
      }
      #expect(core.script.log.count > 20, "NAVIGATION_SEED=\(seed)")
    }
  }
}

/// A state with parts that are compared in different ways.
private struct Parts: Equatable {
  struct Pair: Equatable {
    var small: Int8 = 0
    var large: Int64 = 0
  }

  enum Choice: Equatable {
    case nothing
    case number(Int)
    case text(String)
  }

  var number = 0
  var real = 0.0
  var text = ""
  var list: [Int] = []
  var pair = Pair()
  var optional: Int?
  var choice = Choice.nothing
  var isOn = false
  /// Has no address of its own.
  var half: Int { number / 2 }

  mutating func change(_ action: Int) {
    let value = action / 10
    switch action % 10 {
    case 0: number = value % 4
    case 1: real = [0, -0.0, .nan, 1.5][value % 4]
    case 2: text = ["", "a", "a text with more than fifteen bytes"][value % 3]
    case 3: list = [[], [1], [1, 2]][value % 3]
    case 4: pair = Pair(small: Int8(value % 2), large: Int64(value % 3))
    case 5: optional = [nil, 0, 1][value % 3]
    case 6: choice = [.nothing, .number(0), .number(1), .text("a")][value % 4]
    case 7: isOn.toggle()
    default: break
    }
  }

  /// The parts in words, each at the number of its observers.
  var words: [String] {
    [
      "\(number)", "\(real)", text, "\(list)", "\(pair)", "\(optional as Any)", "\(choice)",
      "\(isOn)",
      "\(half)",
    ]
  }

  /// Whether an observer of a part need not be called.
  func equals(_ other: Self, at part: Int) -> Bool {
    switch part {
    case 0: number == other.number
    case 1: real == other.real
    case 2: text == other.text
    case 3: list == other.list
    case 4: pair == other.pair
    case 5: optional == other.optional
    case 6: choice == other.choice
    case 7: isOn == other.isOn
    case 8: half == other.half
    default: self == other
    }
  }
}

extension Parts {
  /// The observed parts: those of `words`, then the whole state, and each committed state.
  fileprivate static let partCount = 11

  /// The value that an observer of a part receives, in words.
  fileprivate func text(at part: Int) -> String { part < words.count ? words[part] : "\(self)" }
}

/// What happens inside actions and observers, decided by their numbers alone, and what has happened.
@MainActor
private final class Script {
  enum Move {
    case send(Int)
    case subscribe(Int)
    case cancel(Int)
  }

  var log: [String] = []
  /// The observers that are being subscribed, and cannot be cancelled yet.
  var subscribing: Set<Int> = []
  /// The number of moves that may still follow from one from outside.
  var budget = 0
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// Returns the moves inside an action or the call of an observer, which is often none.
  func moves(_ kind: UInt64, _ number: Int, _ call: Int) -> [Move] {
    var random = SeededGenerator(seed: seed &+ kind << 48 &+ UInt64(number) << 16 &+ UInt64(call))
    var moves: [Move] = []
    while budget > 0, random.happens(percent: 25) {
      budget -= 1
      let number = random.next(below: 1_000)
      switch random.next(below: 5) {
      case 0: moves.append(.subscribe(number))
      case 1: moves.append(.cancel(number))
      default: moves.append(.send(number))
      }
    }
    return moves
  }
}

@MainActor
private protocol ScriptedCore: AnyObject {
  var script: Script { get }
  func subscribe(_ number: Int)
  /// Cancels one of the observers, of which there are some.
  func cancelObserver(_ id: Int)
  func sendAction(_ action: Int)
  var observerCount: Int { get }
}

extension ScriptedCore {
  func start(_ action: Int) {
    script.budget = 12
    sendAction(action)
  }

  func cancel(_ number: Int) {
    guard observerCount > 0, !script.subscribing.contains(number % observerCount) else { return }
    cancelObserver(number % observerCount)
  }

  /// Performs the moves inside an action, and returns the action that its effect sends.
  func reduce(_ action: Int) -> Int? {
    script.log.append("reduces \(action)")
    perform(script.moves(0, action, 0))
    guard action % 6 == 0, script.budget > 0 else { return nil }
    script.budget -= 1
    return (action * 7 + 1) % 1_000
  }

  func receive(_ id: Int, _ text: String, call: Int) {
    script.log.append("\(id) receives \(text)")
    perform(script.moves(1, id, call))
  }

  private func perform(_ moves: [Script.Move]) {
    for move in moves {
      switch move {
      case .send(let action): sendAction(action)
      case .subscribe(let number): subscribe(number)
      case .cancel(let number): cancel(number)
      }
    }
  }
}

/// A core of the library.
@MainActor
private final class SwiftCore: ScriptedCore {
  let script: Script
  private let core: PartsCore
  private var observations: [Cancellation] = []
  private var calls: [Int: Int] = [:]

  init(_ script: Script) {
    self.script = script
    core = PartsCore(initialState: Parts())
    core.owner = self
  }

  var state: Parts { core.currentState }

  var observerCount: Int { observations.count }

  func sendAction(_ action: Int) { core.send(action) }

  func cancelObserver(_ id: Int) { observations[id].cancel() }

  func subscribe(_ number: Int) {
    let id = observations.count
    observations.append(Cancellation {})
    script.subscribing.insert(id)
    observations[id] = observation(id, of: number % Parts.partCount)
    script.subscribing.remove(id)
  }

  private func observation(_ id: Int, of part: Int) -> Cancellation {
    switch part {
    case 0: observe(\.number, id)
    case 1: observe(\.real, id)
    case 2: observe(\.text, id)
    case 3: observe(\.list, id)
    case 4: observe(\.pair, id)
    case 5: observe(\.optional, id)
    case 6: observe(\.choice, id)
    case 7: observe(\.isOn, id)
    case 8: observe(\.half, id)
    case 9: observe(\.self, id)
    default: core.observeState(\.self) { [unowned self] in hear(id, $0) }
    }
  }

  private func observe<Value: Equatable>(_ path: KeyPath<Parts, Value>, _ id: Int) -> Cancellation {
    core.observeDistinctState(path) { [unowned self] in hear(id, $0) }
  }

  private func hear<Value>(_ id: Int, _ value: Value) {
    calls[id, default: 0] += 1
    receive(id, "\(value)", call: calls[id] ?? 0)
  }
}

private final class PartsCore: Core<Int, Parts> {
  weak var owner: SwiftCore?

  override func reduce(state: inout Parts, action: Int) -> Effect<Int> {
    state.change(action)
    return owner?.reduce(action).map { .send($0) } ?? .none
  }
}

/// The same rules without a shortcut.
@MainActor
private final class NaiveCore: ScriptedCore {
  private final class Observer {
    let part: Int
    var last: Parts?
    var isCancelled = false
    var calls = 0

    init(_ part: Int) { self.part = part }
  }

  private enum Phase {
    case idle
    case reducing
    case notifying
  }

  let script: Script
  private(set) var state = Parts()
  private var observers: [Observer] = []
  private var waiting: [Int] = []
  private var phase = Phase.idle

  init(_ script: Script) { self.script = script }

  var observerCount: Int { observers.count }

  func sendAction(_ action: Int) {
    waiting.append(action)
    if phase == .idle { handleWaiting() }
  }

  func cancelObserver(_ id: Int) { observers[id].isCancelled = true }

  func subscribe(_ number: Int) {
    let id = observers.count
    observers.append(Observer(number % Parts.partCount))
    script.subscribing.insert(id)
    let resting = phase
    if resting != .reducing {
      phase = .notifying
      deliver(to: id)
      phase = resting
    }
    if resting == .idle { handleWaiting() }
    script.subscribing.remove(id)
  }

  private func handleWaiting() {
    while !waiting.isEmpty {
      let action = waiting.removeFirst()
      phase = .reducing
      state.change(action)
      let next = reduce(action)
      phase = .notifying
      for id in observers.indices where !observers[id].isCancelled { deliver(to: id) }
      if let next { waiting.append(next) }
    }
    phase = .idle
  }

  private func deliver(to id: Int) {
    let observer = observers[id]
    if observer.part < 10, let last = observer.last, state.equals(last, at: observer.part) {
      return
    }
    observer.last = state
    observer.calls += 1
    receive(id, state.text(at: observer.part), call: observer.calls)
  }
}
