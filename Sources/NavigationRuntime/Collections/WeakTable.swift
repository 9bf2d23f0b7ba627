/// A weak reference, to be stored in a collection.
package struct WeakReference<Object: AnyObject> {
  /// The object, while it is alive.
  package private(set) weak var object: Object?

  package init(_ object: Object) {
    self.object = object
  }
}

extension WeakReference: Sendable where Object: Sendable {}

/// The size at which a collection of entries with released objects is swept: twice what the last
/// sweep left.
@frozen
@usableFromInline
package struct SweepThreshold: Sendable {
  @usableFromInline let minimum: Int
  @usableFromInline var size: Int

  /// Makes a threshold with the size below which no sweep is worth its cost.
  @inlinable
  package init(_ minimum: Int) {
    self.minimum = minimum
    size = minimum
  }

  /// Returns whether a collection of this size is swept before its next entry.
  @inlinable
  package func isReached(by count: Int) -> Bool { count >= size }

  /// Records that a sweep has left a number of entries.
  @inlinable
  package mutating func didSweep(leaving count: Int) { size = max(minimum, count * 2) }
}

/// A list of weak references, swept when it has doubled since the last sweep.
package struct WeakList<Object: AnyObject> {
  /// The references, in the order in which they were added; some may be empty.
  package private(set) var references: [WeakReference<Object>] = []
  private var sweep = SweepThreshold(16)

  package init() {}

  package var objects: [Object] { references.compactMap(\.object) }

  package mutating func append(_ object: Object) {
    if sweep.isReached(by: references.count) {
      references.removeAll { $0.object == nil }
      sweep.didSweep(leaving: references.count)
    }
    references.append(WeakReference(object))
  }

  package mutating func removeAll() { references = [] }
}

extension WeakList: Sendable where Object: Sendable {}

/// A weakly keyed dictionary.
///
/// An entry does not retain its object, and a new object at the address of a released one gets its
/// own entry. Entries of released objects are removed when the table has doubled since the last
/// sweep.
@MainActor
@_fixed_layout
@usableFromInline
package final class WeakTable<Value> {
  @frozen
  @usableFromInline
  struct Entry {
    @usableFromInline weak var object: AnyObject?
    @usableFromInline var value: Value

    @inlinable
    init(_ object: AnyObject, _ value: Value) {
      self.object = object
      self.value = value
    }
  }

  // Unchecked: no other code runs during an access, because values are released after it.
  @usableFromInline @exclusivity(unchecked) var entries: [ObjectIdentifier: Entry] = [:]
  @usableFromInline var threshold = SweepThreshold(64)

  @inlinable
  package init() {}

  /// The value of an object; `nil` if it has none.
  @inlinable
  package subscript(object: AnyObject) -> Value? {
    get {
      guard let entry = entries[ObjectIdentifier(object)], entry.object === object else {
        return nil
      }
      return entry.value
    }
    set {
      // Releasing a value may call back into the table, so it happens after the change.
      guard let newValue else {
        _ = entries.removeValue(forKey: ObjectIdentifier(object))
        return
      }
      if threshold.isReached(by: entries.count) { sweep() }
      _ = entries.updateValue(Entry(object, newValue), forKey: ObjectIdentifier(object))
    }
  }

  /// Returns the value of an object, made on first use.
  @inlinable
  package func value(of object: AnyObject, make: () -> Value) -> Value {
    if let value = self[object] { return value }
    let value = make()
    self[object] = value
    return value
  }

  /// Removes the entry of a released object now, instead of at the next sweep.
  ///
  /// An entry of a living object at the same address stays.
  package func forget(_ key: ObjectIdentifier) {
    guard let entry = entries[key], entry.object == nil else { return }
    _ = entries.removeValue(forKey: key)
    // As above: released after the table has changed.
    withExtendedLifetime(entry) {}
  }

  package var count: Int {
    sweep()
    return entries.count
  }

  @usableFromInline
  func sweep() {
    let all = entries
    entries = all.filter { $0.value.object != nil }
    threshold.didSweep(leaving: entries.count)
    // Releasing the values may call back into the table, now that it has changed.
    withExtendedLifetime(all) {}
  }
}
