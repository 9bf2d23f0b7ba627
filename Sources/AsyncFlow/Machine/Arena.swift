import NavigationRuntime

/// The identifier of an entry of ``Arena``; never refers to a later entry.
package struct ArenaIndex: Hashable, Sendable {
  package let index: UInt32
  let generation: UInt32
}

/// A generational arena: entries are found by index, and the slots of removed entries are reused.
///
/// A value. Each entry has a box, which is changed in place; a copy of the arena gets boxes of its own
/// when one of the two changes.
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

  /// An object, so that asking whether it is shared answers for all boxes.
  private final class Storage {
    // Unchecked: only the arena accesses them, and a removed entry is released by its box alone.
    @exclusivity(unchecked) var slots: [Slot] = []
    @exclusivity(unchecked) var free: [UInt32] = []

    /// The same entries, in boxes of their own.
    func copy() -> Storage {
      let copy = Storage()
      copy.free = free
      copy.slots = slots.map { slot in
        Slot(box: slot.box.map { Box($0.value) }, generation: slot.generation)
      }
      return copy
    }
  }

  private var storage = Storage()

  private mutating func unshare() {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
  }

  mutating func insert(_ value: Value) -> ArenaIndex {
    unshare()
    guard let index = storage.free.popLast() else {
      storage.slots.append(Slot(box: Box(value)))
      return ArenaIndex(index: UInt32(storage.slots.count - 1), generation: 0)
    }
    storage.slots[Int(index)].box = Box(value)
    return ArenaIndex(index: index, generation: storage.slots[Int(index)].generation)
  }

  /// The entry for reading; `nil` if it has been removed.
  subscript(id: ArenaIndex) -> Box? {
    contains(id) ? storage.slots[Int(id.index)].box : nil
  }

  /// The entry for writing; `nil` if it has been removed.
  mutating func own(_ id: ArenaIndex) -> Box? {
    unshare()
    return self[id]
  }

  func contains(_ id: ArenaIndex) -> Bool {
    storage.slots[Int(id.index)].generation == id.generation
  }

  mutating func remove(_ id: ArenaIndex) {
    guard contains(id) else { return }
    unshare()
    storage.slots[Int(id.index)].box = nil
    storage.slots[Int(id.index)].generation &+= 1
    storage.free.append(id.index)
  }

  var ids: [ArenaIndex] {
    storage.slots.indices.compactMap { index in
      storage.slots[index].box == nil
        ? nil : ArenaIndex(index: UInt32(index), generation: storage.slots[index].generation)
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
