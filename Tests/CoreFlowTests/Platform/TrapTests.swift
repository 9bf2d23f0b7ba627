#if !canImport(UIKit) && !os(watchOS) && compiler(>=6.2)
import CoreFlow
import Testing

// Older toolchains cannot test the end of a process. The test runs each trap in a process of its
// own, which Apple's devices do not allow.
@MainActor
@Suite("Traps")
struct TrapTests {
  @Test("Reading the current state inside reduce traps with advice")
  func readingInReduce() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = CounterCore(initialState: .init()).send(.readCurrentState)
      }
    }
    // An optimised build keeps the trap without its text.
    #if DEBUG
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Use the `state` parameter of reduce"))
    #else
    _ = result
    #endif
  }

  @Test("A failure traps with its text by default")
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
