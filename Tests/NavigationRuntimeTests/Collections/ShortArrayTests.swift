import NavigationRuntime
import TestSupport
import Testing

@Suite("An array with a place for one element")
struct ShortArrayTests {
  @Test("It behaves like an array", arguments: RunLength.seeds(10))
  func likeAnArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var short = ShortArray<Int>()
    var array: [Int] = []
    for number in 0..<2_000 {
      switch Int.random(in: 0..<9, using: &generator) {
      case 0..<3:
        short.append(number)
        array.append(number)
      case 3..<5:
        guard let last = array.popLast() else { continue }
        #expect(short.removeLast() == last, "seed \(seed)")
      case 5:
        guard let element = array.randomElement(using: &generator) else { continue }
        short.remove { $0 == element }
        array.removeAll { $0 == element }
      case 6:
        guard let index = array.indices.randomElement(using: &generator) else { continue }
        #expect(short.remove(at: index) == array.remove(at: index), "seed \(seed)")
      default:
        guard let index = array.indices.last else { continue }
        short[index / 2] = -number
        array[index / 2] = -number
      }
      #expect(Array(short) == array, "seed \(seed)")
      #expect(short.count == array.count, "seed \(seed)")
      #expect(short.last == array.last, "seed \(seed)")
    }
  }

  @Test(
    "Removing many elements in their order, or in the reverse, visits few",
    arguments: [false, true])
  func removesInOrder(isReversed: Bool) {
    var short = ShortArray<Int>()
    for number in 0..<1_000 { short.append(number) }
    var visits = 0
    for number in isReversed ? (0..<1_000).reversed() : Array(0..<1_000) {
      short.remove {
        visits += 1
        return $0 == number
      }
    }
    #expect(short.isEmpty && visits <= 2_000)
  }

  @Test("A copy keeps its elements")
  func copies() {
    var short = ShortArray<Int>()
    short.append(1)
    let one = short
    short.append(2)
    let two = short
    short[0] = 3
    #expect(Array(one) == [1])
    #expect(Array(two) == [1, 2])
    #expect(Array(short) == [3, 2])
  }
}
