/// The platform classes whose methods are wrapped: each class once, for all its objects.
@MainActor
package struct WrappedClasses {
  private var wrapped: Set<ObjectIdentifier> = []

  package init() {}

  /// Wraps the methods of a class, the first time.
  ///
  /// A subclass is a class of its own: it inherits its superclass's wrapped methods, and only its
  /// additional ones are wrapped.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - wrap: Wraps the methods, each named once.
  package mutating func wrapOnce(_ type: AnyClass, _ wrap: () -> Void) {
    if wrapped.insert(ObjectIdentifier(type)).inserted { wrap() }
  }
}
