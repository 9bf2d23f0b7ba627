import NavigationRuntime
import Testing

@MainActor
@Suite("Sending from other threads")
struct SubjectSenderTests {
  @Test("Loses no element, and keeps the order of each thread")
  func manyThreads() async {
    let subject = AsyncPassthroughSubject<(thread: Int, element: Int)>()
    var heard = [[Int]](repeating: [], count: 8)
    let handle = subject.sink { heard[$0.thread].append($0.element) }
    let sender = subject.sender
    await onThreads(8) { thread in
      for element in 0..<500 { sender.send((thread, element)) }
    }
    await MailboxBacklog.deliver()
    for thread in 0..<8 { #expect(heard[thread] == Array(0..<500)) }
    withExtendedLifetime(handle) {}
  }

  @Test("Elements sent on the main actor follow those sent through a sender before")
  func mainActorSendsLater() {
    let subject = AsyncPassthroughSubject<Int>()
    var heard: [Int] = []
    let handle = subject.sink { heard.append($0) }
    let sender = subject.sender
    sender.send(1)
    subject.sender.send(2)
    #expect(heard == [])
    subject.send(3)
    #expect(heard == [1, 2, 3])
    withExtendedLifetime(handle) {}
  }

  @Test("A sink receives only elements that were sent after it has subscribed")
  func subscribesLater() async {
    let subject = AsyncPassthroughSubject<Int>()
    var (early, late): ([Int], [Int]) = ([], [])
    let earlyHandle = subject.sink { early.append($0) }
    subject.sender.send(1)
    let lateHandle = subject.sink { late.append($0) }
    subject.sender.send(2)
    await MailboxBacklog.deliver()
    #expect(early == [1, 2])
    #expect(late == [2])
    withExtendedLifetime((earlyHandle, lateHandle)) {}
  }

  @Test("Elements sent by a sink follow those that arrive through the sender")
  func sinkSendsDuringArrival() async {
    let subject = AsyncPassthroughSubject<Int>()
    var heard: [Int] = []
    let answering = subject.sink { [subject] in if $0 == 1 { subject.send(10) } }
    let handle = subject.sink { heard.append($0) }
    let sender = subject.sender
    for element in 1...3 { sender.send(element) }
    await mainQueueTurn()
    #expect(heard == [1, 2, 3, 10])
    withExtendedLifetime((answering, handle)) {}
  }

  @Test("A finish during an arrival follows the elements sent before it")
  func finishDuringArrival() async {
    let subject = AsyncPassthroughSubject<Int>()
    var heard: [Int] = []
    let ending = subject.sink { [subject] in if $0 == 1 { subject.finish() } }
    let handle = subject.sink { heard.append($0) }
    let sender = subject.sender
    for element in 1...3 { sender.send(element) }
    await mainQueueTurn()
    #expect(heard == [1, 2, 3])
    sender.send(4)
    await mainQueueTurn()
    #expect(heard == [1, 2, 3])
    withExtendedLifetime((ending, handle)) {}
  }

  @Test("A finish follows the elements sent through a sender before")
  func finishAfterSender() async {
    let subject = AsyncPassthroughSubject<Int>()
    let stream = subject.stream
    subject.sender.send(1)
    subject.finish()
    var heard: [Int] = []
    for await element in stream { heard.append(element) }
    #expect(heard == [1])
  }

  @Test("An element sent through a sender in a sink arrives in a later turn")
  func senderInSink() async {
    let subject = AsyncPassthroughSubject<Int>()
    let sender = subject.sender
    var heard: [Int] = []
    let handle = subject.sink {
      heard.append($0)
      if $0 < 3 { sender.send($0 + 1) }
    }
    subject.send(1)
    #expect(heard == [1])
    await mainQueueTurn()
    #expect(heard == [1, 2, 3])
    withExtendedLifetime(handle) {}
  }

  @Test("Drops an element that arrives after its subject is released")
  func subjectGone() async {
    weak var element: Probe?
    var subject: AsyncReplaySubject<Probe>? = AsyncReplaySubject()
    let sender = subject?.sender
    subject = nil
    do {
      let probe = Probe()
      element = probe
      sender?.send(probe)
    }
    await mainQueueTurn()
    #expect(element == nil)
  }

  @Test("A late sink of a replay subject receives elements sent through a sender")
  func replayOfSent() async {
    let subject = AsyncReplaySubject<Int>(bufferSize: 2)
    let sender = subject.sender
    await onThreads(1) { _ in
      for element in 1...4 { sender.send(element) }
    }
    await mainQueueTurn()
    var heard: [Int] = []
    let handle = subject.sink { heard.append($0) }
    #expect(heard == [3, 4])
    withExtendedLifetime(handle) {}
  }
}
