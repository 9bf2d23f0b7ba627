import NavigationRuntime
import TestSupport
import Testing

@Suite("Queue")
struct QueueTests {
  @Test("A queue behaves like an array", arguments: RunLength.seeds(10))
  func likeAnArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = Queue<Int>()
    var model: [Int] = []
    for step in 0..<3_000 {
      let growing = (step / 300).isMultiple(of: 2)
      switch Int.random(in: 0..<20, using: &generator) {
      case 0:
        let divisor = Int.random(in: 2...9, using: &generator)
        let index = model.firstIndex { $0.isMultiple(of: divisor) }
        let first = index.map { model[$0] }
        #expect(queue.first { $0.isMultiple(of: divisor) } == first, "seed \(seed)")
        #expect(queue.removeFirst { $0.isMultiple(of: divisor) } == first, "seed \(seed)")
        if let index { model.remove(at: index) }
      case 1..<(growing ? 14 : 7):
        queue.append(step)
        model.append(step)
      default:
        let first = model.isEmpty ? nil : model.removeFirst()
        #expect(queue.popFirst() == first, "seed \(seed)")
      }
      #expect(queue.count == model.count, "seed \(seed)")
      #expect(queue.isEmpty == model.isEmpty, "seed \(seed)")
      #expect(queue.first == model.first, "seed \(seed)")
      if step.isMultiple(of: 50) {
        #expect(queue.elements == model, "seed \(seed)")
        let distance = step % 70 - 5
        let rest = Array(model.dropFirst(max(0, distance)))
        #expect(queue.elements(from: distance) == rest, "seed \(seed)")
        let isInside = model.indices.contains(distance)
        #expect(queue[distance] == (isInside ? model[distance] : nil), "seed \(seed)")
      }
    }
    #expect(queue.elements == model, "seed \(seed)")
  }

  @Test("A queue gives back the memory of a large burst", arguments: [1_000, 100_000])
  func memory(count: Int) {
    var queue = Queue(Array(0..<count))
    while queue.popFirst() != nil {}
    #expect(queue.capacity <= 1_536)
  }

  @Test("A queue gives back the memory of elements that were removed in any order")
  func memoryOfRemovedElements() {
    var queue = Queue(Array(0..<2_000))
    for element in (0..<2_000).reversed() { _ = queue.removeFirst { $0 == element } }
    #expect(queue.capacity <= 1_536)
  }

  @Test("A queue of optionals keeps its nils")
  func optionals() {
    var queue = Queue<Int?>()
    queue.append(nil)
    queue.append(1)
    queue.append(nil)
    #expect(queue.elements == [nil, 1, nil])
    #expect(queue.removeFirst { $0 == 1 } == 1)
    #expect(queue.count == 2)
    #expect(queue.popFirst() == .some(nil))
    #expect(queue.popFirst() == .some(nil))
    #expect(queue.popFirst() == nil)
  }

  @MainActor
  @Test("Releases removed elements")
  func release() {
    var queue = Queue<Probe>()
    weak var popped: Probe?
    weak var removed: Probe?
    do {
      let first = Probe()
      let second = Probe()
      popped = first
      removed = second
      queue.append(first)
      queue.append(second)
      queue.append(Probe())
    }
    _ = queue.popFirst()
    #expect(popped == nil)
    _ = queue.removeFirst { $0 === removed }
    #expect(removed == nil)
    #expect(queue.count == 1)
  }

  @Test("A copy is independent")
  func copies() {
    var queue = Queue<Int>()
    for element in 0..<100 { queue.append(element) }
    var copy = queue
    for _ in 0..<60 { _ = copy.popFirst() }
    copy.append(100)
    #expect(queue.elements == Array(0..<100))
    #expect(copy.elements == Array(60...100))
  }
}
