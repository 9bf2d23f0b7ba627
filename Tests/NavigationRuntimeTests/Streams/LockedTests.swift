import NavigationRuntime
import Testing

@Suite("Locked")
struct LockedTests {
  private struct Failure: Error {}

  @Test("Threads change the value one at a time")
  func exclusive() async {
    let locked = Locked(0)
    await onThreads(8) { _ in
      for _ in 0..<1_000 { locked.withLock { $0 += 1 } }
    }
    #expect(locked.withLock { $0 } == 8_000)
  }

  @Test("An error unlocks the lock")
  func throwing() {
    let locked = Locked(0)
    #expect(throws: Failure.self) {
      try locked.withLock { value in
        value = 1
        throw Failure()
      }
    }
    #expect(locked.withLock { $0 } == 1)
  }
}
