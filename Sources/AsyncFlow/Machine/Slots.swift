/// A name for an entry of ``Slots`` that never names another one.
package struct SlotID: Hashable, Sendable {
  let index: Int
  let generation: Int
}

/// Entries that are found by number, with the room of removed ones used again.
package struct Slots<Value> {
  private var storage: [(generation: Int, value: Value?)] = []
  private var free: [Int] = []

  package init() {}

  package mutating func insert(_ value: Value) -> SlotID {
    if let index = free.popLast() {
      storage[index].value = value
      return SlotID(index: index, generation: storage[index].generation)
    }
    storage.append((0, value))
    return SlotID(index: storage.count - 1, generation: 0)
  }

  /// The entry, or `nil` if it has been removed.
  ///
  /// Changes happen in place.
  package subscript(id: SlotID) -> Value? {
    _read {
      if storage[id.index].generation == id.generation {
        yield storage[id.index].value
      } else {
        yield nil
      }
    }
    _modify {
      precondition(
        storage[id.index].generation == id.generation, "The entry \(id) has been removed.")
      yield &storage[id.index].value
    }
  }

  package func contains(_ id: SlotID) -> Bool {
    storage[id.index].generation == id.generation
  }

  package mutating func remove(_ id: SlotID) {
    guard contains(id) else { return }
    storage[id.index].value = nil
    storage[id.index].generation += 1
    free.append(id.index)
  }

  package var ids: [SlotID] {
    storage.indices.compactMap { index in
      storage[index].value == nil
        ? nil : SlotID(index: index, generation: storage[index].generation)
    }
  }
}
