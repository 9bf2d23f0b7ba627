import Combine

/// Stands in for SwiftUI's protocol.
public protocol DynamicProperty {}

/// Stands in for SwiftUI's property wrapper.
@MainActor @propertyWrapper
public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  /// What is observed.
  public var wrappedValue: ObjectType
  /// Observes an object.
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
}

/// Stands in for SwiftUI's property wrapper.
@MainActor @propertyWrapper
public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  private final class Storage {
    var make: (() -> ObjectType)?
    var object: ObjectType?
  }

  private let storage = Storage()

  /// What is observed; made on first use, and kept from then on.
  public var wrappedValue: ObjectType {
    if let object = storage.object { return object }
    guard let object = storage.make?() else {
      preconditionFailure("A state object has no way to make \(ObjectType.self).")
    }
    storage.object = object
    storage.make = nil
    return object
  }

  /// Says how the object is made.
  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
    storage.make = thunk
  }
}

/// Stands in for SwiftUI's property wrapper.
///
/// SwiftUI takes closures of any isolation and calls them on the main actor; here they are asked
/// for with that isolation.
@propertyWrapper
public struct Binding<Value> {
  private let get: @MainActor @Sendable () -> Value
  private let set: @MainActor @Sendable (Value) -> Void

  /// The value.
  @MainActor public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// A binding that reads and writes with closures.
  public init(
    get: @escaping @MainActor @Sendable () -> Value,
    set: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    self.get = get
    self.set = set
  }
}
