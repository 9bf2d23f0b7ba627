import CoreFlow
import Testing

@MainActor
private final class Observers {
  var handles: [Cancellation] = []
}

@MainActor
@Suite("A core")
struct CoreTests {
  let bench = Bench()

  @Test("Reduces an action before send returns")
  func sendsAtOnce() {
    let core = bench.core()
    core.send(.add(2))
    #expect(core.currentState.count == 2)
  }

  @Test("Reduces actions sent inside reduce in order, and delivers each state once")
  func reentrantSends() {
    let core = bench.core()
    var heard: [Int] = []
    core.observeState(\.count) { heard.append($0) }.store(in: &core.store)
    core.send(.sendBoth(.add(10), .sendBoth(.add(100), .add(1000))))
    #expect(heard == [0, 1, 11, 12, 112, 1112])
  }

  @Test("An action sent by an observer waits until all observers have the present state")
  func observerSends() {
    let core = bench.core()
    var heard: [String] = []
    core.observeState(\.count) { [unowned core] count in
      heard.append("a\(count)")
      if count == 1 { core.send(.add(1)) }
    }.store(in: &core.store)
    core.observeState(\.count) { heard.append("b\($0)") }.store(in: &core.store)
    core.send(.add(1))
    #expect(heard == ["a0", "b0", "a1", "b1", "a2", "b2"])
    #expect(bench.issues.isEmpty)
  }

  /// The sender that answers each state with an action.
  enum Answerer: CaseIterable {
    case observer, twoObservers, manyObservers, reducer, otherCore, firstCall
  }

  @Test("Stops and reports endless actions", arguments: Answerer.allCases)
  func endlessSends(answerer: Answerer) {
    let core = bench.core()
    let other = bench.core()
    switch answerer {
    case .observer, .twoObservers, .manyObservers:
      // With many, each generation is so much larger than the one before that few fit into memory.
      for _ in 0..<(answerer == .observer ? 1 : answerer == .twoObservers ? 2 : 9) {
        core.observeState(\.count) { [weak core] in if $0 > 0 { core?.send(.add(1)) } }
          .store(in: &core.store)
      }
    case .reducer:
      core.onReduce = { [weak core] _ in core?.send(.add(1)) }
    case .otherCore:
      core.observeState(\.count) { [weak other] in if $0 > 0 { other?.send(.add(1)) } }
        .store(in: &core.store)
      other.observeState(\.count) { [weak core] in if $0 > 0 { core?.send(.add(1)) } }
        .store(in: &other.store)
    case .firstCall:
      core.observeState(\.count) { [weak core] _ in core?.send(.add(1)) }
        .store(in: &core.store)
    }
    if answerer != .firstCall { core.send(.add(1)) }
    #expect(bench.codes == ["endlessSends"])
    #expect(bench.issues.first?.fact.contains("add(1)") ?? false)
    core.store = []
    other.store = []
    core.onReduce = { _ in }
    let count = core.currentState.count
    core.send(.add(5))
    #expect(core.currentState.count == count + 5, "the core works as before")
  }

  @Test(
    "A drain whose actions each lead to several others ends before it fills the memory",
    arguments: [2, 9, 100, 1_000, 100_000])
  func growingDrain(fanOut: Int) {
    var drain = ActionDrain(count: 1)
    while !drain.isEndless {
      drain.didHandle(leaving: drain.waiting - 1 + fanOut)
    }
    #expect(drain.waiting < 2_200_000)
  }

  @Test("Reduces many actions that end")
  func manySends() {
    let core = bench.core()
    core.observeState(\.count) { [weak core] count in
      if count < 5_000 { core?.send(.add(1)) }
    }.store(in: &core.store)
    #expect(core.currentState.count == 5_000)
    core.store = []
    core.onReduce = { [weak core] _ in
      core?.onReduce = { _ in }
      for _ in 0..<30_000 { core?.send(.add(1)) }
    }
    core.send(.add(1))
    #expect(core.currentState.count == 35_001)
    #expect(bench.codes == [])
  }

  @Test("Reduces an action from an observer's first call before observing returns")
  func firstDeliverySends() {
    let core = bench.core()
    core.observeState(\.count) { [unowned core] in if $0 == 0 { core.send(.add(5)) } }
      .store(in: &core.store)
    #expect(core.currentState.count == 5)
  }

  @Test("A cancelled observer receives no state, not even the one in delivery")
  func cancelledObserver() {
    let core = bench.core()
    var heard: [Int] = []
    var second: Cancellation?
    core.observeState(\.count) { if $0 == 1 { second?.cancel() } }.store(in: &core.store)
    second = core.observeState(\.count) { heard.append($0) }
    core.send(.add(1))
    core.send(.add(1))
    #expect(heard == [0])
  }

  @Test("Observers that cancel each other leave the others in their order")
  func cancelEachOther() {
    let core = bench.core()
    var heard: [Int] = []
    let observers = Observers()
    for number in 0..<10 {
      observers.handles.append(
        core.observeState(\.count) { [unowned observers] count in
          guard count > 0 else { return }
          heard.append(number)
          if number == 4 { for other in [9, 2, 6, 5] { observers.handles[other].cancel() } }
        })
    }
    core.send(.add(1))
    core.send(.add(1))
    #expect(heard == [0, 1, 2, 3, 4, 7, 8, 0, 1, 3, 4, 7, 8])
    withExtendedLifetime(observers) {}
  }

  @Test("A subscription inside an observer receives each state once")
  func subscribingInside() {
    let core = bench.core()
    var heard: [Int] = []
    core.observeState(\.count) { [unowned core] count in
      guard count == 1 else { return }
      core.observeState(\.count) { heard.append($0) }.store(in: &core.store)
    }.store(in: &core.store)
    core.send(.add(1))
    core.send(.add(1))
    #expect(heard == [1, 2])
  }

  @Test("A subscription inside reduce receives the committed state first")
  func subscribingInReduce() {
    let core = bench.core()
    var heard: [Int] = []
    core.onReduce = { [unowned core] _ in
      core.onReduce = { _ in }
      core.observeDistinctState(\.count) { heard.append($0) }.store(in: &core.store)
    }
    core.send(.add(3))
    #expect(heard == [3])
  }

  @Test("A distinct observer receives changes only, of stored and of computed properties")
  func distinct() {
    let core = bench.core()
    var heard: [String] = []
    core.observeDistinctState(\.count) { heard.append("\($0)") }.store(in: &core.store)
    core.observeDistinctState(\.doubled) { heard.append("*\($0)") }.store(in: &core.store)
    core.observeDistinctState(\.text) { heard.append($0) }.store(in: &core.store)
    heard = []
    core.send(.rename("x"))
    core.send(.add(0))
    core.send(.add(1))
    #expect(heard == ["x", "1", "*2"])
  }

  @Test("The stream yields the present state and each committed one")
  func stream() async {
    let core = StreamCore(initialState: 0)
    let states = core.states
    core.send(1)
    core.send(2)
    var heard: [Int] = []
    for await state in states {
      heard.append(state)
      if heard.count == 3 { break }
    }
    #expect(heard == [0, 1, 2])
  }

  @Test("The stream ends when its core is released")
  func streamEnds() async {
    var core: StreamCore? = StreamCore(initialState: 7)
    let states = core?.states
    core = nil
    var heard: [Int] = []
    if let states { for await state in states { heard.append(state) } }
    #expect(heard == [7])
  }

  @Test("A core is released with its observers")
  func release() {
    weak var weakCore: CounterCore?
    do {
      let core = bench.core()
      weakCore = core
      core.observeState(\.count) { _ in }.store(in: &core.store)
      core.send(.add(1))
    }
    #expect(weakCore == nil)
  }
}

final class StreamCore: Core<Int, Int> {
  override func reduce(state: inout Int, action: Int) -> Effect<Int> {
    state = action
    return .none
  }
}
