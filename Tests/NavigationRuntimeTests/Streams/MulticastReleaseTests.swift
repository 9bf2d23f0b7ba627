import NavigationRuntime
import Testing

@MainActor
@Suite("Releasing what a sink holds")
struct MulticastReleaseTests {
  /// Sends when it is released.
  @MainActor
  private final class LastWords {
    let subject: AsyncPassthroughSubject<Int>

    init(_ subject: AsyncPassthroughSubject<Int>) {
      self.subject = subject
    }

    deinit {
      MainActor.assumeIsolated { subject.send(1) }
    }
  }

  private func subscribe(_ subject: AsyncPassthroughSubject<Int>) -> Cancellation {
    let lastWords = LastWords(subject)
    return subject.sink { _ in withExtendedLifetime(lastWords) {} }
  }

  @Test("What a cancelled sink held may send while it is released, and the others hear it")
  func sendsWhileCancelled() {
    let subject = AsyncPassthroughSubject<Int>()
    var heard: [Int] = []
    let other = subject.sink { heard.append($0) }
    subscribe(subject).cancel()
    #expect(heard == [1])
    withExtendedLifetime(other) {}
  }

  @Test("What a sink held may send while the subject finishes, to no effect")
  func sendsWhileFinishing() {
    let subject = AsyncPassthroughSubject<Int>()
    var heard: [Int] = []
    let other = subject.sink { heard.append($0) }
    let subscription = subscribe(subject)
    subject.finish()
    #expect(heard == [])
    withExtendedLifetime((other, subscription)) {}
  }
}
