/// The root of the headless class hierarchy, shaped like `UIResponder`.
@MainActor
open class HeadlessResponder {
  /// The one who is told when this controller or window changes.
  ///
  /// The runtime's adapter plugs itself in here. Held strongly: the observer belongs to the
  /// object it observes, and must refer back to it weakly.
  public final var hierarchyObserver: (any HeadlessHierarchyObserver)?

  /// Makes a responder.
  public init() {}
}
