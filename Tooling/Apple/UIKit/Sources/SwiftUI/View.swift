// What the libraries and the specifications' examples use of SwiftUI, with its signatures. A view
// can be looked at and touched by what is in Controls.swift; nothing is drawn.
import Combine
import Foundation

/// Stands in for SwiftUI's protocol.
@MainActor
public protocol View {
  /// The type of the body.
  associatedtype Body: View

  /// The content.
  @ViewBuilder @MainActor var body: Self.Body { get }
}

extension Never: View {
  /// Never called.
  public var body: Never { preconditionFailure("Never has no body.") }
}

extension Optional: View where Wrapped: View {
  /// Never called.
  public var body: Never { preconditionFailure("An optional view has no body.") }
}

extension Optional: StandInPrimitive where Wrapped: View {
  @MainActor var elements: [StandInElement] { map(StandInElement.all) ?? [] }
}

/// Stands in for SwiftUI's result builder, whose methods are not isolated.
@MainActor @resultBuilder
public struct ViewBuilder {
  /// Nothing.
  public static func buildBlock() -> EmptyView { EmptyView() }
  /// One view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// Several views.
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    TupleView((repeat each content))
  }
  /// A view of an `if` without `else`.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  /// The first of two.
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { .init(isFirst: first) }
  /// The second of two.
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { .init(isSecond: second) }
}

/// Stands in for SwiftUI's view.
public struct EmptyView: View, StandInPrimitive {
  /// Nothing.
  public init() {}
  /// Never called.
  public var body: Never { preconditionFailure("EmptyView has no body.") }
  var elements: [StandInElement] { [] }
}

/// Stands in for SwiftUI's view.
public struct TupleView<T>: View, StandInPrimitive {
  /// The views.
  public var value: T
  /// Several views.
  public init(_ value: T) { self.value = value }
  /// Never called.
  public var body: Never { preconditionFailure("TupleView has no body.") }
  var elements: [StandInElement] {
    Mirror(reflecting: value).children.flatMap { child in
      guard let view = child.value as? any View else { return [StandInElement]() }
      return StandInElement.all(view)
    }
  }
}

// swift-format-ignore: NoLeadingUnderscores
/// Stands in for SwiftUI's view.
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View, StandInPrimitive {
  private enum Storage {
    case first(TrueContent)
    case second(FalseContent)
  }

  private let storage: Storage
  init(isFirst: TrueContent) { storage = .first(isFirst) }
  init(isSecond: FalseContent) { storage = .second(isSecond) }
  var elements: [StandInElement] {
    switch storage {
    case .first(let view): StandInElement.all(view)
    case .second(let view): StandInElement.all(view)
    }
  }
  /// Never called.
  public var body: Never { preconditionFailure("_ConditionalContent has no body.") }
}

/// Stands in for SwiftUI's view.
public struct ModifiedContent<Content, Modifier> {
  /// The view.
  public var content: Content
  /// What is done to it.
  public var modifier: Modifier
  /// A view with something done to it.
  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View, StandInPrimitive where Content: View {
  /// Never called.
  public var body: Never { preconditionFailure("ModifiedContent has no body.") }
  var elements: [StandInElement] { StandInElement.all(content) }
}

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

/// A property that outlives the value of its view.
@MainActor
protocol StandInLastingProperty {
  /// Continues what the same property of the view's former value was.
  func continues(_ former: any StandInLastingProperty)
}

extension StateObject: StandInLastingProperty {
  func continues(_ former: any StandInLastingProperty) {
    guard let object = (former as? Self)?.storage.object else { return }
    storage.object = object
    storage.make = nil
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
