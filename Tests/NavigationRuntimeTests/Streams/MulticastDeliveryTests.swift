import NavigationRuntime
import Testing

@MainActor
@Suite("Delivery to sinks")
struct MulticastDeliveryTests {
  private let subject = AsyncPassthroughSubject<Int>()

  @Test("Every sink has received an element when send returns, in the order of subscription")
  func synchronous() {
    var log: [String] = []
    let a = subject.sink { log.append("a\($0)") }
    let b = subject.sink { log.append("b\($0)") }
    subject.send(1)
    #expect(log == ["a1", "b1"])
    subject.send(2)
    #expect(log == ["a1", "b1", "a2", "b2"])
    withExtendedLifetime((a, b)) {}
  }

  @Test("Elements sent by sinks reach all sinks in one order")
  func nestedSends() {
    var first: [Int] = []
    var last: [Int] = []
    let a = subject.sink { first.append($0) }
    let b = subject.sink { [subject] in
      if $0 < 10 {
        subject.send($0 * 10)
        subject.send($0 * 10 + 1)
      }
    }
    let c = subject.sink { [subject] in
      if $0 < 10 { subject.send($0 * 10 + 2) }
    }
    let d = subject.sink { last.append($0) }
    subject.send(1)
    subject.send(2)
    #expect(first == [1, 10, 11, 12, 2, 20, 21, 22])
    #expect(last == first)
    withExtendedLifetime((a, b, c, d)) {}
  }

  @Test("A sink that subscribes during a delivery receives later elements only")
  func subscribingDuringDelivery() {
    var late: [Int] = []
    var inner: Cancellation?
    let outer = subject.sink { [subject] element in
      guard element == 1 else { return }
      subject.send(2)
      inner = subject.sink { late.append($0) }
      subject.send(3)
    }
    subject.send(1)
    #expect(late == [3])
    subject.send(4)
    #expect(late == [3, 4])
    withExtendedLifetime((outer, inner)) {}
  }

  @Test("A sink that is cancelled during a delivery receives no element, not even that one")
  func cancellingDuringDelivery() {
    var log: [String] = []
    var b: Cancellation?
    let a = subject.sink {
      log.append("a\($0)")
      b?.cancel()
    }
    b = subject.sink { log.append("b\($0)") }
    let c = subject.sink { log.append("c\($0)") }
    subject.send(1)
    subject.send(2)
    #expect(log == ["a1", "c1", "a2", "c2"])
    withExtendedLifetime((a, c)) {}
  }

  @Test("A sink that cancels itself leaves the others in order")
  func cancellingItself() {
    var log: [String] = []
    var a: Cancellation?
    a = subject.sink {
      log.append("a\($0)")
      a?.cancel()
    }
    let b = subject.sink { log.append("b\($0)") }
    subject.send(1)
    subject.send(2)
    #expect(log == ["a1", "b1", "b2"])
    withExtendedLifetime(b) {}
  }

  @Test("A sink that is cancelled while elements wait does not receive them")
  func cancellingBeforeWaitingElements() {
    var heard: [Int] = []
    var b: Cancellation?
    let a = subject.sink { [subject] element in
      guard element == 1 else { return }
      subject.send(2)
      b?.cancel()
      subject.send(3)
    }
    b = subject.sink { heard.append($0) }
    subject.send(1)
    #expect(heard == [])
    withExtendedLifetime(a) {}
  }

  @Test("A finish during a delivery follows the earlier elements")
  func finishDuringDelivery() {
    let multicast = Multicast<Int>()
    var log: [String] = []
    let a = multicast.sink { element in
      guard element == 1 else { return }
      multicast.send(2)
      multicast.finish()
      multicast.send(3)
    }
    let b = multicast.sink(onFinish: { log.append("end") }) { log.append("\($0)") }
    multicast.send(1)
    #expect(log == ["1", "2", "end"])
    #expect(multicast.sinkCount == 0)
    withExtendedLifetime((a, b)) {}
  }

  @Test("Finish calls each sink once; a later sink finishes at once without elements")
  func finishOnce() {
    let multicast = Multicast<Int>(bufferSize: 3)
    var log: [String] = []
    let a = multicast.sink(onFinish: { log.append("a ends") }) { log.append("a\($0)") }
    multicast.send(1)
    multicast.finish()
    multicast.finish()
    multicast.send(2)
    let b = multicast.sink(onFinish: { log.append("b ends") }) { log.append("b\($0)") }
    b.cancel()
    #expect(log == ["a1", "a ends", "b ends"])
    withExtendedLifetime(a) {}
  }

  @Test("A cancelled sink does not receive the finish")
  func cancelledBeforeFinish() {
    let multicast = Multicast<Int>()
    var ends = 0
    let a = multicast.sink(onFinish: { ends += 1 }) { _ in }
    a.cancel()
    multicast.finish()
    #expect(ends == 0)
  }

  @Test("Keeps the order of 1,000 elements, each sent in the delivery of the last one")
  func nestedBurst() {
    var heard: [Int] = []
    let a = subject.sink { [subject] in if $0 < 1_000 { subject.send($0 + 1) } }
    let b = subject.sink { heard.append($0) }
    subject.send(1)
    #expect(heard == Array(1...1_000))
    withExtendedLifetime((a, b)) {}
  }

  @Test("Distinguishes optional elements from the absence of an element")
  func optionalElements() {
    let subject = AsyncReplaySubject<Int?>(bufferSize: 2)
    var heard: [Int?] = []
    let a = subject.sink { [subject] in if $0 == 1 { subject.send(nil) } }
    subject.send(1)
    subject.send(nil)
    let b = subject.sink { heard.append($0) }
    #expect(heard == [nil, nil])
    withExtendedLifetime((a, b)) {}
  }

  @Test("A subject of Void sends without an argument")
  func voidSubjects() {
    let taps = AsyncPassthroughSubject<Void>()
    let replayed = AsyncReplaySubject<Void>()
    var count = 0
    let a = taps.sink { count += 1 }
    taps.send()
    replayed.send()
    replayed.send()
    let b = replayed.sink { count += 10 }
    #expect(count == 11)
    withExtendedLifetime((a, b)) {}
  }
}
