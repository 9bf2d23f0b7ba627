import Combine
import CoreFlow
import Dispatch
import Foundation
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
@Suite("A publisher in the hands of other threads")
struct ManyThreadsTests {
  @Test("Delivers what each subscriber has demanded, without a gap, while others come and go")
  func stress() async {
    let subject = AsyncPassthroughSubject<Int>()
    let publisher = subject.publisher
    let tallies = (0..<64).map { Tally(demand: 1 + $0 % 7) }
    let users = tallies.map { tally in
      Task.detached { [publisher = Unchecked(publisher)] in
        await Elsewhere.run { publisher.value.subscribe(tally) }
        for _ in 0..<20 { await Elsewhere.run { tally.request() } }
        if tally.demand == 7 { await Elsewhere.run { tally.cancel() } }
      }
    }
    for number in 0..<400 {
      subject.send(number)
      if number % 4 == 0 { await letOthersRun() }
    }
    for user in users { await user.value }
    subject.finish()
    for tally in tallies where tally.demand != 7 {
      await Elsewhere.run { tally.request(.unlimited) }
    }
    for tally in tallies {
      let (received, ends) = tally.result
      #expect(zip(received, received.dropFirst()).allSatisfy { $1 == $0 + 1 })
      #expect(ends == (tally.demand == 7 ? 0 : 1))
      #expect(tally.demand == 7 || received.isEmpty || received.last == 399)
    }
  }

  @Test("A subscription that another thread cancels before its turn never begins")
  func cancelledBeforeItBegins() async {
    let subject = AsyncReplaySubject<Int>(bufferSize: 1)
    subject.send(1)
    nonisolated(unsafe) let publisher = subject.publisher
    nonisolated(unsafe) var received: [Int] = []
    weak var token: Token?
    do {
      let strong = Token()
      token = strong
      nonisolated(unsafe) let held = strong
      await Elsewhere.run {
        let subscription = publisher.sink { number in
          withExtendedLifetime(held) { received.append(number) }
        }
        subscription.cancel()
      }
    }
    subject.send(2)
    #expect(received.isEmpty)
    #expect(token == nil)
  }

  @Test("The source may be released inside the delivery of its last element")
  func releasedInDelivery() {
    var subject: AsyncReplaySubject<Int>? = AsyncReplaySubject(bufferSize: 2)
    subject?.send(1)
    subject?.send(2)
    let collector = Collector<Int>(demanding: 1)
    collector.onReceive = { _ in subject = nil }
    subject?.publisher.subscribe(collector)
    #expect(collector.received == [1])
    #expect(!collector.isFinished)
    collector.request(1)
    #expect(collector.received == [1, 2])
    #expect(collector.isFinished)
  }

  @Test("A subscriber may replace itself inside an element, and miss and repeat none")
  func replacedInDelivery() {
    let subject = AsyncPassthroughSubject<Int>()
    var received: [Int] = []
    var subscriptions: [AnyCancellable] = []
    func subscribe() {
      subscriptions.removeAll()
      subject.publisher.sink { number in
        received.append(number)
        if number % 3 == 0 { subscribe() }
        if number == 4 { subject.send(5) }
      }
      .store(in: &subscriptions)
    }
    subscribe()
    for number in [1, 2, 3, 4, 6, 7] { subject.send(number) }
    #expect(received == [1, 2, 3, 4, 5, 6, 7])
    subscriptions.removeAll()
    subject.send(8)
    #expect(received.count == 7)
  }

  @Test("Operators that hold demand back receive each element once")
  func operators() {
    let subject = AsyncPassthroughSubject<Int>()
    let inner = PassthroughSubject<Int, Never>()
    var received: [Int] = []
    let subscription = subject.publisher
      .flatMap(maxPublishers: .max(1)) { number in inner.prefix(1).map { number * 10 + $0 } }
      .sink { received.append($0) }
    for number in 1...3 { subject.send(number) }
    for number in 1...4 { inner.send(number) }
    var expected: [Int] = []
    let other = PassthroughSubject<Int, Never>()
    let model = (1...3).publisher
      .flatMap(maxPublishers: .max(1)) { number in other.prefix(1).map { number * 10 + $0 } }
      .sink { expected.append($0) }
    for number in 1...4 { other.send(number) }
    #expect(received == expected)
    withExtendedLifetime(model) {}
    withExtendedLifetime(subscription) {}
  }
}

/// A publisher that several threads subscribe to.
private struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// A subscriber that other threads use.
///
/// Unchecked: the lock protects its state.
private final class Tally: Subscriber, @unchecked Sendable {
  typealias Input = Int
  typealias Failure = Never

  let demand: Int
  private let lock = NSLock()
  private var subscription: (any Subscription)?
  private var received: [Int] = []
  private var ends = 0

  init(demand: Int) { self.demand = demand }

  var result: (received: [Int], ends: Int) { lock.withLock { (received, ends) } }

  func receive(subscription: any Subscription) {
    lock.withLock { self.subscription = subscription }
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    lock.withLock { received.append(input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    lock.withLock { ends += 1 }
  }

  func request(_ demand: Subscribers.Demand? = nil) {
    known?.request(demand ?? .max(self.demand))
  }

  func cancel() { known?.cancel() }

  private var known: (any Subscription)? { lock.withLock { subscription } }
}

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

  // Stored on the thread that subscribes; a test waits for it.
  private(set) nonisolated(unsafe) var subscription: (any Subscription)?
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

  nonisolated func receive(subscription: any Subscription) {
    self.subscription = subscription
    let demand = initialDemand.map { Subscribers.Demand.max($0) } ?? .unlimited
    if demand > .none { subscription.request(demand) }
  }

  // A publisher of this package calls these on the main actor; other callers trap here.
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
