import NavigationRuntime
import Testing

@MainActor
@Suite("The replay buffer")
struct ReplayTests {
  @Test(
    "A late sink first receives the newest elements, as many as the buffer holds",
    arguments: [-1, 0, 1, 3, 5, 9])
  func lateSink(size: Int) {
    let subject = AsyncReplaySubject<Int>(bufferSize: size)
    for element in 1...5 { subject.send(element) }
    var heard: [Int] = []
    let handle = subject.sink { heard.append($0) }
    #expect(subject.bufferSize == max(0, size))
    #expect(heard == Array((1...5).suffix(max(0, size))))
    subject.send(6)
    #expect(heard.last == 6)
    withExtendedLifetime(handle) {}
  }

  @Test("The buffer bounds late sinks, never existing ones")
  func existingSinkMissesNothing() async {
    let subject = AsyncReplaySubject<Int>(bufferSize: 1)
    let stream = subject.stream
    var heard: [Int] = []
    let handle = subject.sink { heard.append($0) }
    for element in 1...1_000 { subject.send(element) }
    subject.finish()
    #expect(heard == Array(1...1_000))
    var streamed: [Int] = []
    for await element in stream { streamed.append(element) }
    #expect(streamed == heard)
    withExtendedLifetime(handle) {}
  }

  @Test("Buffers the newest element by default")
  func defaultSize() {
    #expect(AsyncReplaySubject<Int>().bufferSize == 1)
  }

  @Test("Elements sent during a replay follow it, for all sinks")
  func sendingDuringReplay() {
    let subject = AsyncReplaySubject<Int>(bufferSize: 2)
    var early: [Int] = []
    var late: [Int] = []
    let a = subject.sink { early.append($0) }
    subject.send(1)
    subject.send(2)
    let b = subject.sink { [subject] in
      late.append($0)
      if $0 < 10 { subject.send($0 * 10) }
    }
    #expect(late == [1, 2, 10, 20])
    #expect(early == [1, 2, 10, 20])
    withExtendedLifetime((a, b)) {}
  }

  @Test("A sink that subscribes during a delivery receives each element once")
  func subscribingDuringDelivery() {
    let subject = AsyncReplaySubject<Int>(bufferSize: 2)
    var early: [Int] = []
    var late: [Int] = []
    var inner: Cancellation?
    let outer = subject.sink { [subject] element in
      guard element == 1 else { return }
      subject.send(2)
      inner = subject.sink { late.append($0) }
      subject.send(3)
    }
    let other = subject.sink { early.append($0) }
    subject.send(1)
    #expect(early == [1, 2, 3])
    #expect(late == [1, 2, 3])
    withExtendedLifetime((outer, inner, other)) {}
  }

  @Test("A sink that subscribes inside a replay has its own replay")
  func nestedReplay() {
    let subject = AsyncReplaySubject<Int>(bufferSize: 2)
    subject.send(1)
    subject.send(2)
    var log: [String] = []
    var inner: Cancellation?
    let outer = subject.sink { [subject] element in
      log.append("outer\(element)")
      guard element == 1 else { return }
      subject.send(3)
      inner = subject.sink { log.append("inner\($0)") }
    }
    #expect(log == ["outer1", "inner2", "inner3", "outer2", "outer3"])
    withExtendedLifetime((outer, inner)) {}
  }

  @Test("A finish empties the buffer: late sinks and streams end at once")
  func finished() async {
    let subject = AsyncReplaySubject<Int>(bufferSize: 2)
    subject.send(1)
    subject.finish()
    var heard: [Int] = []
    let handle = subject.sink { heard.append($0) }
    for await element in subject.stream { heard.append(element) }
    #expect(heard == [])
    withExtendedLifetime(handle) {}
  }

  @Test("A finish during a replay comes after the replay")
  func finishDuringReplay() {
    let multicast = Multicast<Int>(bufferSize: 3)
    for element in 1...3 { multicast.send(element) }
    var log: [String] = []
    let handle = multicast.sink(onFinish: { log.append("end") }) {
      log.append("\($0)")
      multicast.finish()
    }
    #expect(log == ["1", "2", "3", "end"])
    withExtendedLifetime(handle) {}
  }
}
