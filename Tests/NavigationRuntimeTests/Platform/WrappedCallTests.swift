import Dispatch
import NavigationRuntime
import TestSupport
import Testing

@Suite("A wrapped method of a framework")
struct WrappedCallTests {
  @Test("Does the runtime's work around the call on the main thread")
  @MainActor
  func onMainThread() {
    let log = CallLog()
    log.perform()
    #expect(log.entries.withLock { $0 } == ["before", "call", "after"])
  }

  @Test("Makes only the call on another thread, without a trap")
  func onOtherThread() async {
    let log = CallLog()
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        log.perform()
        done.resume()
      }
    }
    #expect(log.entries.withLock { $0 } == ["call"])
  }

  @Test("Is called on several threads at once")
  func onManyThreads() async {
    let log = CallLog()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          await withCheckedContinuation { done in
            DispatchQueue.global().async {
              for _ in 0..<100 { log.perform() }
              done.resume()
            }
          }
        }
      }
      group.addTask { @MainActor in
        for _ in 0..<100 { log.perform() }
      }
    }
    #expect(log.entries.withLock { $0.filter { $0 == "call" }.count } == 900)
    #expect(log.entries.withLock { $0.filter { $0 == "before" }.count } == 100)
  }

  @Test("Does the work that follows the call on the main thread alone")
  @MainActor
  func following() async {
    let log = CallLog()
    log.performFirst()
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        log.performFirst()
        done.resume()
      }
    }
    #expect(log.entries.withLock { $0 } == ["call", "after", "call"])
  }

  @Test("Passes another argument on the main thread, and returns the result of the work")
  @MainActor
  func replacedArgument() {
    #expect(CallLog().increment(1) == 120)
  }

  @Test("Passes the caller's argument on another thread, and returns the result of the call")
  func argumentOnOtherThread() async {
    let log = CallLog()
    let result = await withCheckedContinuation { done in
      DispatchQueue.global().async { done.resume(returning: log.increment(1)) }
    }
    #expect(result == 2)
  }
}

/// An object with a method that is wrapped as the frameworks' are.
private final class CallLog: Sendable {
  let entries = Locked<[String]>([])

  func perform() {
    wrapped(self) { log, call in
      log.add("before")
      call()
      log.add("after")
    } _: {
      add("call")
    }
  }

  func performFirst() {
    wrapped(self, then: { $0.add("after") }) { add("call") }
  }

  /// Returns the next number.
  ///
  /// On the main thread the work adds 10 before and multiplies by 10 after.
  func increment(_ number: Int) -> Int {
    wrapped(self, passing: number) { _, number, call in
      call(number + 10) * 10
    } _: {
      $0 + 1
    }
  }

  private func add(_ entry: String) { entries.withLock { $0.append(entry) } }
}
