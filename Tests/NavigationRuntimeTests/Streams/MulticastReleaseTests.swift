import NavigationRuntime
import Testing

@MainActor
@Suite("Objects that a multicast releases")
struct MulticastReleaseTests {
  @Test("Releases a cancelled sink's closure, at once or after the delivery")
  func cancelledSink() {
    let multicast = Multicast<Int>()
    weak var idle: Probe?
    weak var delivering: Probe?
    do {
      let probe = Probe()
      idle = probe
      let handle = multicast.sink { _ in probe.touch() }
      handle.cancel()
    }
    #expect(idle == nil)
    do {
      let probe = Probe()
      delivering = probe
      var handle: Cancellation?
      handle = multicast.sink { _ in
        probe.touch()
        handle?.cancel()
      }
      multicast.send(1)
    }
    #expect(delivering == nil)
    #expect(multicast.sinkCount == 0)
  }

  @Test("A finish releases all closures and the buffer")
  func finished() {
    let multicast = Multicast<Probe>(bufferSize: 2)
    weak var captured: Probe?
    weak var buffered: Probe?
    var handle: Cancellation?
    do {
      let probe = Probe()
      captured = probe
      handle = multicast.sink { _ in probe.touch() }
      let element = Probe()
      buffered = element
      multicast.send(element)
    }
    #expect(captured != nil)
    #expect(buffered != nil)
    multicast.finish()
    #expect(captured == nil)
    #expect(buffered == nil)
    withExtendedLifetime(handle) {}
  }

  @Test("Cancelled sinks do not accumulate without a delivery")
  func cancelledWithoutDelivery() {
    let multicast = Multicast<Int>()
    var heard: [Int] = []
    multicast.sink { heard.append($0) }.cancel()
    var handles = (0..<40).map { number in multicast.sink { heard.append($0 + number) } }
    for _ in 0..<10_000 { multicast.sink { heard.append($0) }.cancel() }
    #expect(multicast.sinkCount == 40)
    #expect(multicast.storedSinkCount < 200)
    handles[1].cancel()
    multicast.send(100)
    #expect(heard == [100] + (102..<140))
    #expect(multicast.storedSinkCount == 39)
    handles = []
    multicast.send(200)
    #expect(multicast.storedSinkCount == 0)
    #expect(heard.count == 39)
  }

  @Test("A handle does not retain what the closures of a released subject own")
  func handleOutlivesSubject() {
    weak var alone: Probe?
    weak var one: Probe?
    weak var other: Probe?
    var handles: [Cancellation] = []
    do {
      let (first, second, third) = (Probe(), Probe(), Probe())
      (alone, one, other) = (first, second, third)
      let subjects = [Multicast<Int>(), Multicast<Int>()]
      handles.append(subjects[0].sink(onFinish: { first.touch() }) { _ in })
      handles.append(subjects[1].sink { _ in second.touch() })
      handles.append(subjects[1].sink { _ in third.touch() })
    }
    #expect(alone == nil)
    #expect(one == nil)
    #expect(other == nil)
    for handle in handles { handle.cancel() }
  }

  @Test("Neither a handle nor a sender retains the subject")
  func subjectDies() {
    weak var multicast: Multicast<Int>?
    var handle: Cancellation?
    var sender: SubjectSender<Int>?
    do {
      let strong = Multicast<Int>()
      multicast = strong
      handle = strong.sink { _ in }
      sender = strong.sender
    }
    #expect(multicast == nil)
    sender?.send(1)
    handle?.cancel()
  }

  @Test("A sink that owns the handle of an earlier sink can be cancelled")
  func ownedHandleOfEarlierSink() {
    let multicast = Multicast<Int>()
    var heard: [Int] = []
    let last: Cancellation
    do {
      let first = multicast.sink { _ in heard.append(-1) }
      last = multicast.sink { _ in withExtendedLifetime(first) {} }
    }
    let other = multicast.sink { heard.append($0) }
    last.cancel()
    #expect(multicast.sinkCount == 1)
    multicast.send(1)
    #expect(heard == [1])
    withExtendedLifetime(other) {}
  }

  @Test("A chain of sinks that own each other's handles ends without affecting the others")
  func chainOfHandles() {
    let multicast = Multicast<Int>()
    var heard: [Int] = []
    var owned: Cancellation?
    for _ in 0..<10 {
      let inner = owned
      owned = multicast.sink { _ in withExtendedLifetime(inner) {} }
    }
    let other = multicast.sink { heard.append($0) }
    owned?.cancel()
    #expect(multicast.sinkCount == 1)
    multicast.send(1)
    #expect(heard == [1])
    withExtendedLifetime(other) {}
  }

  @Test("An object released with its sink may send, subscribe and cancel")
  func reentrantRelease() {
    let multicast = Multicast<Int>()
    var heard: [Int] = []
    var later: Cancellation?
    let other = multicast.sink { heard.append($0) }
    let handle: Cancellation
    do {
      let probe = Probe {
        multicast.send(7)
        later = multicast.sink { heard.append($0 * 10) }
      }
      handle = multicast.sink { _ in probe.touch() }
    }
    handle.cancel()
    multicast.send(8)
    #expect(heard == [7, 8, 80])
    withExtendedLifetime((other, later)) {}
  }

  @Test("An object released in a finish may use the subject")
  func reentrantFinish() {
    let multicast = Multicast<Int>()
    var ends = 0
    let handle: Cancellation
    do {
      let probe = Probe {
        multicast.send(7)
        multicast.finish()
        multicast.sink(onFinish: { ends += 1 }) { _ in }.cancel()
      }
      handle = multicast.sink { _ in probe.touch() }
    }
    multicast.finish()
    #expect(ends == 1)
    withExtendedLifetime(handle) {}
  }

  @Test("A sink that is cancelled during a finish does not receive it")
  func cancelledDuringFinish() {
    let multicast = Multicast<Int>()
    var ends = 0
    var later: Cancellation?
    let first = multicast.sink(onFinish: { later?.cancel() }) { _ in }
    later = multicast.sink(onFinish: { ends += 1 }) { _ in }
    multicast.finish()
    #expect(ends == 0)
    withExtendedLifetime(first) {}
  }

  @Test("A sink that releases the subject receives the rest of that delivery")
  func subjectDroppedDuringDelivery() {
    var subject: AsyncPassthroughSubject<Int>? = AsyncPassthroughSubject()
    weak var dropped: AsyncPassthroughSubject<Int>?
    dropped = subject
    var heard: [Int] = []
    let a = subject?.sink { _ in
      subject?.send(2)
      subject = nil
    }
    let b = subject?.sink { heard.append($0) }
    subject?.send(1)
    #expect(heard == [1, 2])
    #expect(dropped == nil)
    withExtendedLifetime((a, b)) {}
  }
}
