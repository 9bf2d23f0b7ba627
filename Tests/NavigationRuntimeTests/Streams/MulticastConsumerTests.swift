import NavigationRuntime
import Testing

@MainActor
@Suite("Consumers of a multicast")
struct MulticastConsumerTests {
  @Test("The first consumer receives all earlier elements")
  func backlog() {
    let multicast = Multicast<Int>(bufferSize: 1, backlogLimit: .max)
    for number in 0..<1_000 { multicast.send(number) }
    var late: [Int] = []
    let listener = multicast.sink { late.append($0) }
    var received: [Int] = []
    let consumer = multicast.consume { received.append($0) }
    multicast.send(1_000)
    #expect(late == [999, 1_000])
    #expect(received == Array(0...1_000))
    withExtendedLifetime((listener, consumer)) {}
  }

  @Test("A later consumer starts with the next element, without the buffer")
  func laterConsumer() {
    let multicast = Multicast<Int>(bufferSize: 1, backlogLimit: .max)
    multicast.send(1)
    let first = multicast.consume { _ in }
    multicast.send(2)
    var received: [Int] = []
    let second = multicast.consume { received.append($0) }
    multicast.send(3)
    #expect(received == [3])
    withExtendedLifetime((first, second)) {}
  }

  @Test("Elements sent during the delivery of the backlog follow it")
  func sendingMeanwhile() {
    let multicast = Multicast<Int>(backlogLimit: .max)
    multicast.send(1)
    multicast.send(2)
    var received: [Int] = []
    let consumer = multicast.consume {
      received.append($0)
      if $0 == 1 { multicast.send(3) }
    }
    #expect(received == [1, 2, 3])
    withExtendedLifetime(consumer) {}
  }

  @Test("The backlog outlives the end, and drops its oldest elements beyond its limit")
  func finishedAndLimited() {
    let multicast = Multicast<Int>(backlogLimit: 2)
    for number in 1...3 { multicast.send(number) }
    multicast.finish()
    var received: [Int] = []
    let consumer = multicast.consume { received.append($0) }
    #expect(received == [2, 3])
    withExtendedLifetime(consumer) {}
  }
}
