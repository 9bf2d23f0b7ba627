/// The superclass of headless controllers, views and items, each of which is equal to itself only.
///
/// UIKit's inherit the same from `NSObject`: `viewControllers.firstIndex(of: screen)` and a
/// dictionary by controllers compile with both.
@MainActor
open class HeadlessObject: Hashable {
  /// Makes an object.
  public init() {}

  /// Whether both are the same object.
  ///
  /// - Parameters:
  ///   - lhs: An object.
  ///   - rhs: Another one.
  /// - Returns: `true` for one and the same object.
  public nonisolated static func == (lhs: HeadlessObject, rhs: HeadlessObject) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of the object.
  ///
  /// - Parameter hasher: The hasher to use.
  public final nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The superclass of controllers and views, shaped like `UIResponder`.
@MainActor
open class HeadlessResponder: HeadlessObject {
  // Unchecked: an access is a load or a store.
  /// The observer of this controller or window.
  ///
  /// The runtime's adapter sets it. Held strongly: the observer belongs to the object it observes,
  /// and must hold it weakly.
  @exclusivity(unchecked)
  package final var hierarchyObserver: (any HeadlessHierarchyObserver)?

  /// Makes a responder.
  public override init() {}
}

extension HeadlessResponder {
  /// Notifies the observer of this controller or window of a change.
  func notify(_ change: HeadlessHierarchyChange, by origin: HeadlessOrigin) {
    hierarchyObserver?.headlessHierarchy(of: self, did: change, by: origin)
  }
}
