/// The classes of a platform's whose methods are wrapped: each once, however many of its objects
/// the runtime is given.
@MainActor
package struct WrappedClasses {
  private var wrapped: Set<ObjectIdentifier> = []

  package init() {}

  /// Has the methods of a class wrapped, the first time.
  ///
  /// A subclass is a class of its own: it has what its superclass has, and only what it adds is
  /// wrapped besides.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - wrap: Wraps the methods, each of which is named once.
  package mutating func wrapOnce(_ type: AnyClass, _ wrap: () -> Void) {
    if wrapped.insert(ObjectIdentifier(type)).inserted { wrap() }
  }
}
