/// Compares an action with a case of its enumeration.
enum ActionCase {
  /// Whether a value is of the case that a function makes.
  ///
  /// Makes another value of that case from the associated values, and compares the names of the
  /// cases and the types of their values.
  static func matches<Action, each Value>(
    _ action: Action, _ make: (repeat each Value) -> Action
  ) -> Bool {
    guard let payload = payload(of: action) else { return false }
    var count = 0
    for _ in repeat (each Value).self { count += 1 }
    let parts = Mirror(reflecting: payload.value)
    let elements =
      parts.displayStyle == .tuple ? parts.children.map(\.value) : []
    // A single value is a tuple of one element if it has a label.
    for values in count == 1 ? [[payload.value], elements] : [elements] {
      guard values.count == count, let other = try? value(from: values, make),
        let otherPayload = self.payload(of: other)
      else { continue }
      return payload.label == otherPayload.label
        && type(of: payload.value) == type(of: otherPayload.value)
    }
    return false
  }

  private static func payload(of action: Any) -> Mirror.Child? {
    let mirror = Mirror(reflecting: action)
    return mirror.displayStyle == .enum ? mirror.children.first : nil
  }

  private static func value<Action, each Value>(
    from values: [Any], _ make: (repeat each Value) -> Action
  ) throws -> Action {
    var left = values[...]
    func next<T>(_ type: T.Type) throws -> T {
      // Removed without an optional, which a cast to `Any` would keep.
      guard !left.isEmpty, let value = left.removeFirst() as? T else { throw OtherType() }
      return value
    }
    return make(repeat try next((each Value).self))
  }

  private struct OtherType: Error {}
}
