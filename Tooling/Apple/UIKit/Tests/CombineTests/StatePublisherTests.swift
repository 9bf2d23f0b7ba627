import Combine
import CoreFlow
import Testing

@MainActor
@Suite("A core's state as a publisher")
struct StatePublisherTests {
  let bench = Bench()

  @Test("It publishes the current state, then each committed one, whoever subscribes")
  func replays() {
    let core = bench.core()
    core.send(.add(1))
    let collector = Collector<Int>()
    core.state.map(\.count).subscribe(collector)
    core.send(.add(1))
    core.send(.rename("x"))
    core.send(.sendBoth(.add(10), .add(100)))
    #expect(collector.received == [1, 2, 2, 3, 13, 113])
    let late = Collector<Int>()
    core.state.map(\.count).subscribe(late)
    #expect(late.received == [113])
  }

  @Test("A subscriber that sends sees its action's state after the present one has reached all")
  func reentrantSend() {
    let core = bench.core()
    var first: [Int] = []
    var second: [Int] = []
    var store: Set<AnyCancellable> = []
    core.state.map(\.count).sink { [unowned core] count in
      first.append(count)
      if count == 1 { core.send(.add(1)) }
    }.store(in: &store)
    core.state.map(\.count).sink { second.append($0) }.store(in: &store)
    core.send(.add(1))
    #expect(first == [0, 1, 2])
    #expect(second == [0, 1, 2])
  }

  @Test("States that are not demanded yet wait")
  func demand() {
    let core = bench.core()
    let collector = Collector<Int>(demanding: 1)
    core.state.map(\.count).subscribe(collector)
    core.send(.add(1))
    core.send(.add(1))
    #expect(collector.received == [0])
    collector.request(1)
    #expect(collector.received == [0, 1])
    collector.request(5)
    core.send(.add(1))
    #expect(collector.received == [0, 1, 2, 3])
  }

  @Test("Subscribing inside reduce delivers the state that it commits")
  func insideReduce() {
    let core = bench.core()
    let collector = Collector<Int>()
    core.onReduce = { [unowned core] _ in
      core.onReduce = { _ in }
      core.state.map(\.count).subscribe(collector)
      #expect(collector.received == [])
    }
    core.send(.add(7))
    #expect(collector.received == [7])
  }

  @Test("It ends when the core is gone, and nothing of it keeps the core")
  func release() {
    weak var weakCore: CounterCore?
    let collector = Collector<Int>()
    let late = Collector<CounterState>()
    let publisher: AnyPublisher<CounterState, Never>
    do {
      let core = bench.core()
      weakCore = core
      publisher = core.state
      publisher.map(\.count).subscribe(collector)
    }
    #expect(weakCore == nil)
    #expect(collector.received == [0])
    #expect(collector.isFinished)
    publisher.subscribe(late)
    #expect(late.received.isEmpty)
    #expect(late.isFinished)
  }

  @Test("A subscription in the core's own store is no cycle")
  func ownStore() {
    weak var weakCore: CounterCore?
    do {
      let core = bench.core()
      weakCore = core
      core.state.sink { _ in }.store(in: &core.store)
      #expect(core.store.count == 1)
    }
    #expect(weakCore == nil)
  }

  @Test("A part of a core and a hidden reactor publish, too")
  func otherReactors() {
    let core = bench.core()
    let part = core.scope(state: \.count) { (number: Int) in CounterAction.add(number) }
    let collector = Collector<Int>()
    part.state.subscribe(collector)
    part.send(3)
    #expect(collector.received == [0, 3])
    let preview = PreviewReactor<CounterAction, CounterState>(initialState: .init())
    let shown = Collector<Int>()
    preview.state.map(\.count).subscribe(shown)
    preview.currentState.count = 9
    #expect(shown.received == [0, 9])
  }
}
