import CoreFlow
import Testing

@MainActor
@Suite("Distinct observers of small values")
struct ObservedPartTests {
  @Test("Receive a change of any bit, and no unchanged value")
  func bits() {
    expectChanges(of: [false, false, true, true, false])
    expectEachBit(of: UInt8.self)
    expectEachBit(of: UInt16.self)
    expectEachBit(of: Int32.self)
    expectEachBit(of: Int.self)
    expectEachBit(of: UInt8.self, UInt8.self)
    expectEachBit(of: UInt16.self, UInt8.self)
    expectEachBit(of: UInt32.self, UInt8.self)
    expectEachBit(of: UInt32.self, UInt16.self)
    expectEachBit(of: Int.self, UInt8.self)
    expectEachBit(of: Int.self, UInt32.self)
    expectEachBit(of: Int.self, Int.self)
    // Has unused bytes in the middle.
    expectEachBit(of: UInt8.self, Int32.self)
    expectChanges(of: [nil, 0, 0, nil, nil, 1, nil])
    expectChanges(of: ["", "a", "a", "", "a text that is not stored in place", "", ""])
    expectChanges(of: [[1], [1], [], [2, 3]])
  }

  @Test("Compare by the type's own equality")
  func equality() {
    expectChanges(of: [0.0, -0.0, 0.0, .nan, .nan, 1, 1])
    expectChanges(of: [Letter("a"), Letter("A"), Letter("a"), Letter("b"), Letter("B")])
  }

  @Test("Receive the committed value first, after a subscription inside reduce")
  func insideReduce() {
    let core = Subscriber(initialState: 1)
    core.send(0)
    core.send(0)
    core.send(2)
    #expect(core.received == [0, 2])
  }

  /// Flips each bit of two numbers, one after the other, and back.
  private func expectEachBit<A: FixedWidthInteger, B: FixedWidthInteger>(
    of first: A.Type, _ second: B.Type
  ) {
    let zero = Pair(first: A.zero, second: B.zero)
    var values = [zero, zero]
    for bit in 0..<A.bitWidth { values += [Pair(first: 1 << A(bit), second: 0), zero, zero] }
    for bit in 0..<B.bitWidth { values += [Pair(first: 0, second: 1 << B(bit)), zero, zero] }
    expectChanges(of: values)
  }

  private func expectEachBit<Number: FixedWidthInteger>(of type: Number.Type) {
    expectChanges(of: [0, 0] + (0..<Number.bitWidth).flatMap { [1 << Number($0), 0, 0] })
  }

  /// Compares what an observer receives with the changes in a sequence of values.
  private func expectChanges<Value: Equatable>(of values: [Value]) {
    let core = Setter(initialState: Surrounded(value: values[0]))
    var received: [Value] = []
    let subscription = core.observeDistinctState(\.value) { received.append($0) }
    var expected = [values[0]]
    var last = values[0]
    for value in values.dropFirst() {
      core.send(value)
      guard value != last else { continue }
      expected.append(value)
      last = value
    }
    #expect(received.map { "\($0)" } == expected.map { "\($0)" }, "\(Value.self)")
    subscription.cancel()
  }
}

private struct Pair<A: Equatable, B: Equatable>: Equatable {
  var first: A
  var second: B
}

/// A letter that equals itself in the other case.
private struct Letter: Equatable {
  let code: UInt8

  init(_ letter: Character) { code = letter.asciiValue ?? 0 }

  static func == (lhs: Letter, rhs: Letter) -> Bool { lhs.code | 0x20 == rhs.code | 0x20 }
}

/// A value whose neighbours change, too.
private struct Surrounded<Value> {
  var before: UInt8 = 0
  var value: Value
  var after: UInt8 = 0
}

private final class Setter<Value>: Core<Value, Surrounded<Value>> {
  override func reduce(state: inout Surrounded<Value>, action: Value) -> Effect<Value> {
    state.before &+= 1
    state.value = action
    state.after &+= 3
    return .none
  }
}

/// Observes its own state from the first action on.
private final class Subscriber: Core<Int, Int> {
  private(set) var received: [Int] = []

  override func reduce(state: inout Int, action: Int) -> Effect<Int> {
    state = action
    if store.isEmpty {
      observeDistinctState(\.self) { [unowned self] in received.append($0) }.store(in: &store)
    }
    return .none
  }
}
