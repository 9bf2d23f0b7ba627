import NavigationRuntime
import Testing

@MainActor
@Suite("Streams of subjects")
struct SubjectStreamTests {
  @Test("A stream yields all elements since its creation")
  func independentStreams() async {
    let subject = AsyncPassthroughSubject<Int>()
    let first = subject.stream
    subject.send(1)
    let second = subject.stream
    for element in 2...1_000 { subject.send(element) }
    subject.finish()
    #expect(await elements(of: first) == Array(1...1_000))
    #expect(await elements(of: second) == Array(2...1_000))
  }

  @Test("A stream yields all elements, then ends when its subject is released")
  func subjectDies() async {
    var subject: AsyncReplaySubject<Int>? = AsyncReplaySubject()
    subject?.send(1)
    let stream = subject?.stream
    subject?.send(2)
    subject = nil
    #expect(await elements(of: stream) == [1, 2])
  }

  @Test("Releasing the subject wakes a waiting reader")
  func readerWaitsForDeadSubject() async {
    var subject: AsyncPassthroughSubject<Int>? = AsyncPassthroughSubject()
    let stream = subject?.stream
    let reader = Task { await elements(of: stream) }
    await mainQueueTurn()
    subject?.send(1)
    subject = nil
    #expect(await reader.value == [1])
  }

  @Test("A stream of a finished subject ends at once")
  func finished() async {
    let subject = AsyncPassthroughSubject<Int>()
    subject.finish()
    #expect(await elements(of: subject.stream) == [])
  }

  @Test("Releasing a stream unsubscribes it")
  func dropped() {
    let multicast = Multicast<Int>()
    var stream: AsyncStream<Int>? = multicast.stream
    #expect(multicast.sinkCount == 1)
    multicast.send(1)
    _ = stream
    stream = nil
    #expect(multicast.sinkCount == 0)
  }

  @Test("Cancelling a reader unsubscribes it")
  func cancelledReader() async {
    let multicast = Multicast<Int>()
    let reader = Task { [stream = multicast.stream] in
      for await _ in stream {}
    }
    await mainQueueTurn()
    #expect(multicast.sinkCount == 1)
    reader.cancel()
    await reader.value
    await mainQueueTurn()
    #expect(multicast.sinkCount == 0)
  }

  @Test("A reader off the main actor unsubscribes by leaving its loop")
  func leavingReader() async {
    let multicast = Multicast<Int>(bufferSize: 3)
    for element in 1...3 { multicast.send(element) }
    let found = await firstEven(in: multicast.stream)
    #expect(found == 2)
    await mainQueueTurn()
    #expect(multicast.sinkCount == 0)
  }

  @Test("A stream retains neither its subject nor elements that were read")
  func release() async {
    weak var multicast: Multicast<Probe>?
    weak var element: Probe?
    var stream: AsyncStream<Probe>?
    do {
      let strong = Multicast<Probe>()
      multicast = strong
      stream = strong.stream
      let probe = Probe()
      element = probe
      strong.send(probe)
    }
    #expect(multicast == nil)
    #expect(element != nil)
    if let stream {
      for await probe in stream { probe.touch() }
    }
    #expect(element == nil)
    stream = nil
  }

  private nonisolated func firstEven(in stream: consuming AsyncStream<Int>) async -> Int? {
    for await element in stream where element.isMultiple(of: 2) { return element }
    return nil
  }

  private func elements(of stream: AsyncStream<Int>?) async -> [Int] {
    var elements: [Int] = []
    guard let stream else { return [] }
    for await element in stream { elements.append(element) }
    return elements
  }
}
