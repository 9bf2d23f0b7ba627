/// A name for an entry of ``Slots`` that never names another one.
package struct SlotID: Hashable, Sendable {
  let index: Int
  let generation: Int
}

/// Entries that are found by number, with the room of removed ones used again.
///
/// A value. Each entry has a box of its own, which is read in place and copied when it is changed
/// while another copy of the whole shares it.
package struct Slots<Value> {
  /// One entry.
  package final class Box {
    package var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private var boxes: [Box?] = []
  private var generations: [Int] = []
  private var free: [Int] = []

  package init() {}

  package mutating func insert(_ value: Value) -> SlotID {
    if let index = free.popLast() {
      boxes[index] = Box(value)
      return SlotID(index: index, generation: generations[index])
    }
    boxes.append(Box(value))
    generations.append(0)
    return SlotID(index: boxes.count - 1, generation: 0)
  }

  /// The entry, to be read; `nil` if it has been removed.
  package subscript(id: SlotID) -> Box? {
    generations[id.index] == id.generation ? boxes[id.index] : nil
  }

  /// The entry, to be changed; `nil` if it has been removed.
  package mutating func own(_ id: SlotID) -> Box? {
    guard generations[id.index] == id.generation else { return nil }
    if !isKnownUniquelyReferenced(&boxes[id.index]), let shared = boxes[id.index] {
      boxes[id.index] = Box(shared.value)
    }
    return boxes[id.index]
  }

  package func contains(_ id: SlotID) -> Bool {
    generations[id.index] == id.generation
  }

  package mutating func remove(_ id: SlotID) {
    guard contains(id) else { return }
    boxes[id.index] = nil
    generations[id.index] += 1
    free.append(id.index)
  }

  package var ids: [SlotID] {
    boxes.indices.compactMap { index in
      boxes[index] == nil ? nil : SlotID(index: index, generation: generations[index])
    }
  }
}
