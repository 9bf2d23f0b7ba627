/// A change of a headless controller or window, for its observer.
///
/// It names the changed part, not its new value. Every change that belongs to one operation arrives
/// between that operation's ``transitionBegan(id:isInteractive:)`` and
/// ``transitionEnded(id:completed:)``.
public enum HeadlessHierarchyChange: Sendable, Equatable {
  /// Entries were added or removed at the end of the contained controllers; all others are
  /// unchanged (a push, a pop, a page added at the end).
  case contentsAtTop
  /// The contained controllers changed in some other way (a stack or the tabs were set).
  case contents
  /// Another tab, page or column was selected.
  case selection
  /// The controller presents another controller, or none any more.
  case presentation
  /// Another controller contains or presents the controller, or a window has it as its root.
  case surroundings
  /// An operation on this controller began: its ``HeadlessTransition`` has the `id`. Interactive
  /// ones follow the user's finger and may be cancelled.
  case transitionBegan(id: ObjectIdentifier, isInteractive: Bool)
  /// The operation with the `id` ended, animation and callbacks included; `completed` is `false`
  /// if the user cancelled it, and then everything is as it was before.
  case transitionEnded(id: ObjectIdentifier, completed: Bool)
}

/// The origin of a change: the user's finger or the app's code.
public enum HeadlessOrigin: Sendable, Equatable {
  /// The user's action: back button, edge swipe, pulled-down sheet, tab tap, alert button.
  case user
  /// Code called a method or set a property.
  case code
}

/// Observes each change of a headless controller or window.
///
/// UIKit has no such protocol; the runtime's headless adapter uses it in place of the delegates
/// that the UIKit adapter observes. Called on the main actor, synchronously, after the controller's
/// properties have changed.
@MainActor
public protocol HeadlessHierarchyObserver: AnyObject {
  /// Called once for each change, in the order of the changes.
  ///
  /// - Parameters:
  ///   - responder: The controller or window that changed.
  ///   - change: The change.
  ///   - origin: Whether the user or code made it.
  func headlessHierarchy(
    of responder: HeadlessResponder,
    did change: HeadlessHierarchyChange,
    by origin: HeadlessOrigin
  )
}
