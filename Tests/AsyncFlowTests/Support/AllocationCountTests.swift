import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Counting allocations", .enabled(if: AllocationCount.isAvailable))
struct AllocationCountTests {
  private final class Box {
    var next: Box?
  }

  @Test("Counts each new object once, and nothing else")
  func objects() {
    let first = Box()
    var last = first
    let count = AllocationCount.during {
      for _ in 0..<10 {
        let next = Box()
        last.next = next
        last = next
      }
    }
    #expect(count == 10)
    #expect(AllocationCount.during { last = first } == 0)
    withExtendedLifetime(first) {}
  }

  @Test("Counts the allocations of the current thread only")
  func threads() {
    let begin = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      begin.wait()
      let boxes = (0..<10).map { _ in Box() }
      withExtendedLifetime(boxes) {}
      end.signal()
    }
    thread.start()
    let count = AllocationCount.during {
      begin.signal()
      end.wait()
    }
    #expect(count == 0)
  }
}
