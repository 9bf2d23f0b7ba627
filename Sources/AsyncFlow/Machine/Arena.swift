import NavigationRuntime

/// The identifier of an entry of ``Arena``; never refers to a later entry.
package struct ArenaIndex: Hashable, Sendable {
  package let index: UInt32
  let generation: UInt32
}

/// A generational arena: entries are found by index, and the slots of removed entries are reused.
///
/// A value. Each entry has a box, which is read in place and copied on a write while another copy
/// of the arena shares it.
struct Arena<Value> {
  /// One entry.
  final class Box {
    // Unchecked: only the machine accesses it, without calling out, and moves its contents out
    // before they are released.
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private struct Slot {
    var box: Box?
    var generation: UInt32 = 0
  }

  private var slots: [Slot] = []
  private var free: [UInt32] = []

  mutating func insert(_ value: Value) -> ArenaIndex {
    guard let index = free.popLast() else {
      slots.append(Slot(box: Box(value)))
      return ArenaIndex(index: UInt32(slots.count - 1), generation: 0)
    }
    slots[Int(index)].box = Box(value)
    return ArenaIndex(index: index, generation: slots[Int(index)].generation)
  }

  /// The entry for reading; `nil` if it has been removed.
  subscript(id: ArenaIndex) -> Box? {
    contains(id) ? slots[Int(id.index)].box : nil
  }

  /// The entry for writing, unshared first; `nil` if it has been removed.
  mutating func own(_ id: ArenaIndex) -> Box? {
    let index = Int(id.index)
    guard slots[index].generation == id.generation else { return nil }
    if !isKnownUniquelyReferenced(&slots[index].box), let shared = slots[index].box {
      slots[index].box = Box(shared.value)
    }
    return slots[index].box
  }

  func contains(_ id: ArenaIndex) -> Bool {
    slots[Int(id.index)].generation == id.generation
  }

  mutating func remove(_ id: ArenaIndex) {
    guard contains(id) else { return }
    slots[Int(id.index)].box = nil
    slots[Int(id.index)].generation &+= 1
    free.append(id.index)
  }

  var ids: [ArenaIndex] {
    slots.indices.compactMap { index in
      slots[index].box == nil
        ? nil : ArenaIndex(index: UInt32(index), generation: slots[index].generation)
    }
  }
}

/// A queue that stores its first element inline, and allocates an array only for a second one.
struct ActionQueue<Element> {
  private var first: Element?
  private var rest = Queue<Element>()

  var isEmpty: Bool { first == nil }

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { rest.append(element) }
  }

  mutating func popFirst() -> Element? {
    guard let element = first.take() else { return nil }
    if !rest.isEmpty { first = rest.popFirst() }
    return element
  }
}
