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
        let divisor = Int.random(in: 1...4, using: &generator)
        short.removeAll { $0.isMultiple(of: divisor) }
        array.removeAll { $0.isMultiple(of: divisor) }
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
