import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("A mailbox that is never empty")
struct MailboxTests {
  /// A subject whose every element is followed by another, from elsewhere.
  private func endless() -> (AsyncPassthroughSubject<Int>, stop: () -> Void, Cancellation) {
    let subject = AsyncPassthroughSubject<Int>()
    let sender = subject.sender
    var isStopped = false
    let handle = subject.sink { if !isStopped { sender.send($0 + 1) } }
    return (subject, { isStopped = true }, handle)
  }

  @Test("Other work of the main actor gets its turns")
  func turns() async {
    let (subject, stop, handle) = endless()
    subject.sender.send(0)
    for _ in 0..<3 { await letOthersRun() }
    stop()
    await MailboxBacklog.deliver()
    withExtendedLifetime((subject, handle)) {}
  }

  @Test("A direct send comes after what was sent before, and not after all that follows")
  func directSend() {
    let (subject, stop, handle) = endless()
    var heard: [Int] = []
    let listener = subject.sink { heard.append($0) }
    subject.sender.send(0)
    subject.sender.send(100)
    subject.send(200)
    #expect(heard == [0, 100, 200])
    stop()
    withExtendedLifetime((handle, listener)) {}
  }

  @Test("Settled waits for a burst that takes several turns, and not for what comes later")
  func settled() async {
    let context = NavigationContext(clock: ManualNavigationClock())
    let (subject, stop, handle) = endless()
    let burst = AsyncPassthroughSubject<Int>()
    var count = 0
    let slow = burst.sink { element in
      count += 1
      var sum = element
      for number in 0..<2_000 { sum &+= number }
      withExtendedLifetime(sum) {}
    }
    subject.sender.send(0)
    let sender = burst.sender
    await onThreads(1) { _ in for element in 0..<5_000 { sender.send(element) } }
    await context.settled()
    #expect(count == 5_000)
    stop()
    withExtendedLifetime((handle, slow)) {}
  }
}
