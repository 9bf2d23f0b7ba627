import NavigationRuntime

/// What belongs to objects of other people that have no room for it.
///
/// Keys are weak: an entry does not keep its object alive, and an object that comes to live at the
/// address of a dead one gets an entry of its own. Entries of dead objects are swept out when the
/// registry has doubled since the last sweep.
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
      // What goes may come back here: it goes when the table has changed.
      guard let newValue else {
        _ = entries.removeValue(forKey: ObjectIdentifier(object))
        return
      }
      if entries.count >= sweepSize { sweep() }
      let entry = Entry(object: object, value: newValue)
      _ = entries.updateValue(entry, forKey: ObjectIdentifier(object))
    }
  }

  /// The value of an object, made on first use.
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
