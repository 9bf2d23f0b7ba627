import AsyncFlow
import TestSupport
import Testing

@Suite("The flows that have a step to deliver")
struct RankHeapTests {
  /// Compares random pushes and pops with a sorted array.
  @Test("Lowest rank first, in whatever order ranks are added", arguments: 1...20)
  func order(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var machine = StepMachine()
    let flow = machine.addFlow()
    var heap = RankHeap()
    var model: [Int] = []
    var next = 0
    for _ in 0..<1_000 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<3:
        next += 1
        model.append(next)
        heap.push(next, flow)
      case 3:
        // A flow that is scheduled again for an older step.
        let rank = Int.random(in: 0...next, using: &generator)
        model.append(rank)
        heap.push(rank, flow)
      default:
        let least = model.min()
        if let index = least.flatMap({ model.firstIndex(of: $0) }) { model.remove(at: index) }
        #expect(heap.popMin()?.rank == least)
      }
      #expect(heap.isEmpty == model.isEmpty)
    }
  }

  @Test("Gives back the memory of a large burst")
  func memory() {
    var machine = StepMachine()
    let flow = machine.addFlow()
    var heap = RankHeap()
    // Descending, so that all but the first are in the heap.
    for rank in (0..<10_000).reversed() { heap.push(rank, flow) }
    while heap.popMin() != nil {}
    #expect(heap.capacity <= 1_536)
  }
}
