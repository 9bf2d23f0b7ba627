import NavigationRuntime
import TestSupport
import Testing

@Suite("Object heap")
struct ObjectHeapTests {
  private final class Element: ObjectHeapElement {
    let key: Int
    let number: Int
    var heapIndex: Int?

    init(key: Int, number: Int) {
      self.key = key
      self.number = number
    }

    func isBefore(_ other: Element) -> Bool { (key, number) < (other.key, other.number) }
  }

  @Test("A heap has the first element of a sorted array", arguments: RunLength.seeds(10))
  func likeASortedArray(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var heap = ObjectHeap<Element>()
    var model: [Element] = []
    for number in 0..<RunLength.operations(2_000) {
      let isGrowing = (number / 200).isMultiple(of: 2)
      switch generator.next(below: 10) {
      case 0..<(isGrowing ? 6 : 3):
        // Few keys, so that many are equal.
        let element = Element(key: generator.next(below: 50), number: number)
        heap.insert(element)
        model.insert(element, at: model.firstIndex { element.isBefore($0) } ?? model.count)
      case 6..<8:
        guard let first = heap.first else { continue }
        let isRemoved = heap.remove(first)
        #expect(isRemoved && first === model.removeFirst(), "seed \(seed)")
      default:
        guard !model.isEmpty else { continue }
        let element = model.remove(at: generator.next(below: model.count))
        let (isRemoved, isRemovedAgain) = (heap.remove(element), heap.remove(element))
        #expect(isRemoved && !isRemovedAgain && element.heapIndex == nil, "seed \(seed)")
      }
      #expect(heap.count == model.count, "seed \(seed)")
      try #require(heap.first === model.first, "seed \(seed)")
      let indices = heap.elements.map(\.heapIndex)
      try #require(indices == Array(heap.elements.indices), "seed \(seed)")
    }
    while let first = heap.first {
      try #require(first === model.removeFirst(), "seed \(seed)")
      heap.remove(first)
    }
    #expect(model.isEmpty, "seed \(seed)")
  }

  @Test("An element that has left a heap can enter another one")
  func anotherHeap() {
    var (one, other) = (ObjectHeap<Element>(), ObjectHeap<Element>())
    let elements = (0..<8).map { Element(key: $0, number: $0) }
    for element in elements.reversed() { one.insert(element) }
    for element in elements where element.key.isMultiple(of: 2) {
      one.remove(element)
      other.insert(element)
    }
    #expect(one.first === elements[1])
    #expect(other.first === elements[0])
    #expect(one.count == 4)
    #expect(other.count == 4)
  }

  @Test("A heap releases an element when it has removed it")
  func release() {
    var heap = ObjectHeap<Element>()
    weak var released: Element?
    let kept = Element(key: 1, number: 1)
    heap.insert(kept)
    do {
      let element = Element(key: 0, number: 0)
      released = element
      heap.insert(element)
    }
    #expect(released != nil)
    if let element = released { heap.remove(element) }
    #expect(released == nil)
    #expect(heap.first === kept)
  }
}
