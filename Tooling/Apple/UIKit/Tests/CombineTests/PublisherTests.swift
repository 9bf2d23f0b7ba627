import Combine
import CoreFlow
import Dispatch
import NavigationRuntime
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("A core's state as a publisher")
struct StatePublisherTests {
  let bench = Bench()

  @Test("Publishes the current state, then each committed one, for any subscriber")
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

  @Test("A state from a subscriber's action follows after the present one has reached all")
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

  @Test("States without demand wait")
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

  @Test("Ends when the core is released, and does not retain it")
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

  @Test("Publishes the state of a part of a core, and of a preview reactor")
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

@MainActor
@Suite("The publisher of a subject")
struct SubjectPublisherTests {
  @Test("Publishes elements inside send, and finishes with the subject")
  func publishes() {
    let subject = AsyncPassthroughSubject<Int>()
    let collector = Collector<Int>()
    subject.send(0)
    subject.publisher.subscribe(collector)
    subject.send(1)
    #expect(collector.received == [1])
    subject.send(2)
    subject.finish()
    #expect(collector.received == [1, 2])
    #expect(collector.isFinished)
  }

  @Test("Elements without demand wait in order, and the end behind them")
  func demand() {
    let subject = AsyncReplaySubject<Int>(bufferSize: 2)
    for number in 1...3 { subject.send(number) }
    let collector = Collector<Int>(demanding: 0)
    subject.publisher.subscribe(collector)
    subject.send(4)
    #expect(collector.received == [])
    collector.request(1)
    #expect(collector.received == [2])
    collector.demandOnReceive = 1
    collector.request(1)
    #expect(collector.received == [2, 3, 4])
    collector.demandOnReceive = 0
    for number in 5...7 { subject.send(number) }
    #expect(collector.received == [2, 3, 4, 5])
    subject.finish()
    #expect(!collector.isFinished)
    collector.request(2)
    #expect(collector.received == [2, 3, 4, 5, 6, 7])
    #expect(collector.isFinished)
  }

  @Test("Meets a demand made during the delivery of an element after it")
  func nestedDemand() {
    let subject = AsyncReplaySubject<Int>(bufferSize: 3)
    for number in 1...3 { subject.send(number) }
    let collector = Collector<Int>(demanding: 0)
    var depth = 0
    var deepest = 0
    collector.onReceive = { [unowned collector] _ in
      depth += 1
      deepest = max(deepest, depth)
      collector.request(1)
      depth -= 1
    }
    subject.publisher.subscribe(collector)
    collector.request(1)
    #expect(collector.received == [1, 2, 3])
    #expect(deepest == 1)
  }

  @Test("Publishes no element after cancel, not even a waiting one")
  func cancel() {
    let subject = AsyncReplaySubject<Int>(bufferSize: 3)
    for number in 1...3 { subject.send(number) }
    let collector = Collector<Int>()
    collector.onReceive = { [unowned collector] in if $0 == 2 { collector.cancel() } }
    subject.publisher.subscribe(collector)
    subject.send(4)
    subject.finish()
    #expect(collector.received == [1, 2])
    #expect(!collector.isFinished)
  }

  @Test("An operator that needs only the first element unsubscribes at once")
  func first() {
    let subject = AsyncReplaySubject<Int>(bufferSize: 2)
    subject.send(1)
    subject.send(2)
    weak var token: Token?
    var received: [Int] = []
    do {
      let strong = Token()
      token = strong
      let subscription = subject.publisher.first().sink { [strong] number in
        withExtendedLifetime(strong) { received.append(number) }
      }
      withExtendedLifetime(subscription) {}
    }
    subject.send(3)
    #expect(received == [1])
    #expect(token == nil)
  }

  @Test("Does not retain the subject; a later subscriber receives the end")
  func release() {
    weak var weakSubject: AsyncPassthroughSubject<Int>?
    let collector = Collector<Int>()
    let late = Collector<Int>()
    let publisher: AnyPublisher<Int, Never>
    do {
      let subject = AsyncPassthroughSubject<Int>()
      weakSubject = subject
      publisher = subject.publisher
      publisher.subscribe(collector)
      #expect(!collector.isFinished)
    }
    #expect(weakSubject == nil)
    #expect(collector.isFinished)
    publisher.subscribe(late)
    #expect(late.isFinished)
  }

  @Test("Releasing the subscription releases the subscriber")
  func subscriberIsReleased() {
    let subject = AsyncPassthroughSubject<Int>()
    weak var token: Token?
    do {
      let strong = Token()
      token = strong
      let subscription = subject.publisher.sink { _ in withExtendedLifetime(strong) {} }
      withExtendedLifetime(subscription) {}
    }
    #expect(token == nil)
  }

  @Test("Serves subscriptions, demands and cancellations from other threads on the main actor")
  func elsewhere() async {
    let subject = AsyncReplaySubject<Int>(bufferSize: 2)
    subject.send(1)
    subject.send(2)
    let collector = Collector<Int>(demanding: 0)
    // Neither is used by two threads at a time: this function waits for the other thread.
    nonisolated(unsafe) let publisher = subject.publisher
    await Elsewhere.run { publisher.subscribe(collector) }
    nonisolated(unsafe) let subscription = collector.subscription
    await Elsewhere.run { subscription?.request(.max(1)) }
    #expect(collector.received == [1])
    await Elsewhere.run { subscription?.cancel() }
    collector.request(5)
    subject.send(3)
    #expect(collector.received == [1])
  }
}

final class Token {}

@MainActor
@Suite("The publishers of the runtime")
struct NavigationPublisherTests {
  @Test("Publish a screen's present visibility and its changes, and its dismissal once")
  func presentation() {
    let list = screen("List")
    let home = stack("Home", list)
    let world = HeadlessWorld(root: home)
    let visibility = Collector<Bool>()
    list.isVisiblePublisher.subscribe(visibility)
    let dismissals = Collector<Void>()
    do {
      let detail = screen("Detail")
      world.context.request(.push(detail), on: home)
      detail.onDismissedPublisher.subscribe(dismissals)
    }
    #expect(visibility.received == [true, false])
    #expect(dismissals.received.isEmpty)
    world.context.request(.pop, on: home)
    #expect(visibility.received == [true, false, true])
    #expect(dismissals.received.count == 1)
    #expect(dismissals.isFinished)
    #expect(!visibility.isFinished)
    withExtendedLifetime((world, list, home)) {}
  }

  @Test("Finish for a screen that is released")
  func gone() {
    let visibility = Collector<Bool>()
    let dismissals = Collector<Void>()
    weak var weakScreen: UIViewController?
    do {
      let detail = screen("Detail")
      weakScreen = detail
      detail.isVisiblePublisher.subscribe(visibility)
      detail.onDismissedPublisher.subscribe(dismissals)
    }
    #expect(weakScreen == nil)
    #expect(visibility.isFinished)
    #expect(dismissals.isFinished)
    #expect(dismissals.received.isEmpty)
  }

  @Test("Publish a store's changes, and its tree at once and for each settle point")
  func store() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let changes = Collector<NavigationChange>()
    let trees = Collector<NavigationTree>()
    world.store.changesPublisher.subscribe(changes)
    world.store.treePublisher.subscribe(trees)
    #expect(trees.received == [world.store.tree])
    world.context.request(.push(screen("Detail")), on: home)
    #expect(changes.received.map(\.number) == world.changes.map(\.number))
    #expect(trees.received.map(\.visibleLeaf.name) == ["List", "Detail"])
    #expect(trees.received.last == world.store.tree)
    withExtendedLifetime((world, home)) {}
  }
}

/// A subscriber that demands as much as the test specifies, and records its elements.
@MainActor
final class Collector<Input>: Subscriber {
  typealias Failure = Never

  private(set) var subscription: (any Subscription)?
  private(set) var received: [Input] = []
  private(set) var isFinished = false
  /// The demand at the subscription; `nil` for unlimited.
  let initialDemand: Int?
  /// The demand added by each element.
  var demandOnReceive = 0
  var onReceive: (Input) -> Void = { _ in }

  init(demanding initialDemand: Int? = nil) {
    self.initialDemand = initialDemand
  }

  // A publisher of this package calls all of these on the main actor; other callers trap here.
  nonisolated func receive(subscription: any Subscription) {
    nonisolated(unsafe) let subscription = subscription
    MainActor.assumeIsolated {
      self.subscription = subscription
      let demand = initialDemand.map { Subscribers.Demand.max($0) } ?? .unlimited
      if demand > .none { subscription.request(demand) }
    }
  }

  nonisolated func receive(_ input: Input) -> Subscribers.Demand {
    nonisolated(unsafe) let input = input
    let demand = MainActor.assumeIsolated {
      received.append(input)
      onReceive(input)
      return demandOnReceive
    }
    return .max(demand)
  }

  nonisolated func receive(completion: Subscribers.Completion<Never>) {
    MainActor.assumeIsolated {
      precondition(!isFinished, "A publisher finished twice.")
      isFinished = true
      subscription = nil
    }
  }

  func request(_ count: Int) { subscription?.request(.max(count)) }

  func cancel() { subscription?.cancel() }
}

/// Work on a thread other than the main one.
enum Elsewhere {
  /// Returns when the work is done, and the main queue has run the blocks that it enqueued.
  static func run(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        work()
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }
}
