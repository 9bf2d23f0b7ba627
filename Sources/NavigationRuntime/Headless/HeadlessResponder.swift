/// The root of the headless class hierarchy, shaped like `UIResponder`.
@MainActor
open class HeadlessResponder {
  /// The observer of this controller or window.
  ///
  /// The runtime's adapter sets it. Held strongly: the observer belongs to the object it observes,
  /// and must hold it weakly.
  public final var hierarchyObserver: (any HeadlessHierarchyObserver)?

  /// Makes a responder.
  public init() {}
}
