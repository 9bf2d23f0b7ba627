/// Receives activation callbacks from a flow.
///
/// A flow calls the three methods of its core on the main actor, in this order:
/// ``didBecomeActive()`` once for each attachment, and at its end ``willDetach()`` and
/// ``willResignActive()``, once each. A core that has never become active receives neither at its
/// end. Parents become active before their children and resign after them.
@MainActor
public protocol Activatable: AnyObject, Sendable {
  /// Called when the core's flow becomes active.
  func didBecomeActive()

  /// Called first when the core's flow ends.
  ///
  /// The core still works: actions sent here are reduced before it resigns.
  func willDetach()

  /// Called last when the core's flow ends. Its effects have been cancelled, and actions are
  /// refused.
  func willResignActive()
}

extension Activatable {
  /// Does nothing.
  public func willDetach() {}
}
