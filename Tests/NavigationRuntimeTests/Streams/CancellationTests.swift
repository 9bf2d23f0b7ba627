import NavigationRuntime
import Testing

@MainActor
@Suite("Cancellation")
struct CancellationTests {
  @Test("The action runs once, before cancel returns on the main actor")
  func once() {
    var count = 0
    do {
      let handle = Cancellation { count += 1 }
      #expect(!handle.isCancelled)
      handle.cancel()
      #expect(count == 1)
      #expect(handle.isCancelled)
      handle.cancel()
    }
    #expect(count == 1)
  }

  @Test("Releasing the handle cancels")
  func onRelease() {
    var count = 0
    var handle: Cancellation? = Cancellation { count += 1 }
    #expect(handle?.isCancelled == false)
    #expect(count == 0)
    handle = nil
    #expect(count == 1)
  }

  @Test("An action that cancels its own handle runs once")
  func reentrant() {
    var count = 0
    var handle: Cancellation?
    handle = Cancellation {
      count += 1
      handle?.cancel()
    }
    handle?.cancel()
    #expect(count == 1)
  }

  @Test("Runs the action of a handle cancelled on many threads once, in the next main queue turn")
  func offTheMainActor() async {
    var count = 0
    let handle = Cancellation {
      MainActor.assertIsolated()
      count += 1
    }
    await onThreads(8) { _ in
      for _ in 0..<50 { handle.cancel() }
    }
    await mainQueueTurn()
    #expect(count == 1)
  }

  @Test("Runs the action of a handle released on another thread on the main actor")
  func releasedElsewhere() async {
    var count = 0
    let box = Locked<Cancellation?>(
      Cancellation {
        MainActor.assertIsolated()
        count += 1
      })
    await onThreads(1) { _ in
      let handle = box.withLock { value in
        defer { value = nil }
        return value
      }
      withExtendedLifetime(handle) {}
    }
    await mainQueueTurn()
    #expect(count == 1)
  }

  @Test("Cancellations on another thread take effect in the order of the calls")
  func orderElsewhere() async {
    var order: [Int] = []
    let handles = (0..<50).map { index in Cancellation { order.append(index) } }
    await onThreads(1) { _ in
      for handle in handles { handle.cancel() }
    }
    await mainQueueTurn()
    #expect(order == Array(0..<50))
  }

  @Test("Emptying a set of handles cancels all; handles are equal by identity")
  func inASet() {
    var ended: Set<Int> = []
    var handles: Set<Cancellation> = []
    for index in 0..<3 { Cancellation { ended.insert(index) }.store(in: &handles) }
    #expect(handles.count == 3)
    if let first = handles.first {
      first.store(in: &handles)
      #expect(handles.count == 3)
    }
    #expect(ended.isEmpty)
    handles = []
    #expect(ended == [0, 1, 2])
  }

  @Test("A cancelled handle releases its action")
  func releasesAction() {
    weak var probe: Probe?
    let handle: Cancellation
    do {
      let held = Probe()
      probe = held
      handle = Cancellation { held.touch() }
    }
    #expect(probe != nil)
    handle.cancel()
    #expect(probe == nil)
  }
}
