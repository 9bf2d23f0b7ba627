#if !canImport(UIKit) && !os(watchOS) && compiler(>=6.2)
import CoreFlow
import Testing

// Older toolchains cannot test the end of a process. A test starts a process of its own to see a trap, which Apple's devices do not allow.
@MainActor
@Suite("What stops the process")
struct TrapTests {
  @Test("Reading the current state inside reduce stops with a text that says what to do")
  func readingInReduce() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = CounterCore(initialState: .init()).send(.readCurrentState)
      }
    }
    // An optimised build keeps the trap and leaves the text out.
    #if DEBUG
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Use the `state` parameter of reduce"))
    #else
    _ = result
    #endif
  }

  @Test("By default a failure stops the process with its text")
  func trap() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let store = CoreTestStore(CounterCore(initialState: .init()))
        store.send(.add(1)) { $0.count = 7 }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("The state is not as expected"))
  }
}
#endif
