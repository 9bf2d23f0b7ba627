import Combine
import NavigationRuntime
import Testing

@MainActor
@Suite("The publisher of a subject")
struct SubjectPublisherTests {
  @Test("It publishes what is sent, inside send, and finishes with the subject")
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

  @Test("What is not demanded yet waits, in order, and the end waits behind it")
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

  @Test("A demand made while an element is delivered is met after it, not inside it")
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

  @Test("After cancel nothing comes, not even what waited, and the subject has no sink")
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

  @Test("An operator that has enough of the first element unsubscribes at once")
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

  @Test("It does not keep the subject; whoever subscribes later hears the end")
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

  @Test("A subscription that is let go of releases the subscriber")
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

  @Test("Whoever subscribes, demands and cancels elsewhere is served on the main actor")
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
