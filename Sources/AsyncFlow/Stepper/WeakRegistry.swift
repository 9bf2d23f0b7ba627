import NavigationRuntime

/// A weakly keyed dictionary.
///
/// An entry does not retain its object, and a new object at the address of a released one gets its
/// own entry. Entries of released objects are removed when the registry has doubled since the last
/// sweep.
@MainActor
final class WeakRegistry<Value> {
  private struct Entry {
    weak var object: AnyObject?
    var value: Value
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var sweepSize = 64

  subscript(object: AnyObject) -> Value? {
    get {
      guard let entry = entries[ObjectIdentifier(object)], entry.object === object else {
        return nil
      }
      return entry.value
    }
    set {
      // Releasing a value may call back into the registry, so it happens after the change.
      guard let newValue else {
        _ = entries.removeValue(forKey: ObjectIdentifier(object))
        return
      }
      if entries.count >= sweepSize { sweep() }
      let entry = Entry(object: object, value: newValue)
      _ = entries.updateValue(entry, forKey: ObjectIdentifier(object))
    }
  }

  /// Returns the value of an object, made on first use.
  func value(of object: AnyObject, make: () -> Value) -> Value {
    if let value = self[object] { return value }
    let value = make()
    self[object] = value
    return value
  }

  private func sweep() {
    let all = entries
    entries = all.filter { $0.value.object != nil }
    sweepSize = max(64, entries.count * 2)
    withExtendedLifetime(all) {}
  }
}
