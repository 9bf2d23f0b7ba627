import Dispatch
import NavigationRuntime
import TestSupport
import Testing

@Suite("A wrapped method of a framework")
struct WrappedCallTests {
  @Test("Does the runtime's work around the call on the main thread")
  @MainActor
  func onMainThread() {
    var log: [String] = []
    wrapped(by: { call in
      log.append("before")
      call()
      log.append("after")
    }) {
      log.append("call")
    }
    #expect(log == ["before", "call", "after"])
  }

  @Test("Makes only the call on another thread, without a trap")
  func onOtherThread() async {
    let log = Locked<[String]>([])
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        wrapped(by: { call in
          log.withLock { $0.append("work") }
          call()
        }) {
          log.withLock { $0.append("call") }
        }
        done.resume()
      }
    }
    #expect(log.withLock { $0 } == ["call"])
  }
}
