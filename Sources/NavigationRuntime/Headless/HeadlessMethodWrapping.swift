/// Wraps methods of all controllers and windows, in the way in which an adapter wraps the methods
/// of a platform's classes.
///
/// An override of an app's class calls the wrapped method through `super`, or never. Without a
/// wrapper a call costs one comparison.
@MainActor
package protocol HeadlessMethodWrapping: AnyObject {
  /// Wraps `present(_:animated:completion:)`.
  func headlessPresent(
    on presenter: HeadlessViewController, _ controller: HeadlessViewController,
    completion: (() -> Void)?, _ call: ((() -> Void)?) -> Void)

  /// Wraps `dismiss(animated:completion:)`.
  func headlessDismiss(
    on controller: HeadlessViewController, completion: (() -> Void)?,
    _ call: ((() -> Void)?) -> Void)

  /// Wraps the methods that add controllers to a container: `addChild(_:)`, a push, new entries and
  /// new tabs.
  func headlessAdd(
    _ children: [HeadlessViewController], to parent: HeadlessViewController, _ call: () -> Void)

  /// Wraps the setter of a window's root.
  func headlessSetRoot(of window: HeadlessWindow, _ call: () -> Void)

  /// Wraps `navigationBar(_:shouldPop:)`, in which a navigation controller pops when the user has
  /// tapped the back button, and which it receives after a pop by code.
  ///
  /// The bar still has the item of a pop by code. The call returns whether the item may be popped.
  func headlessShouldPop(
    in stack: HeadlessNavigationController, itemCount: Int, _ call: () -> Bool)

  /// Wraps `tabBar(_:didSelect:)`, in which a tab bar controller selects the tab that the user has
  /// tapped.
  func headlessSelect(
    _ item: HeadlessTabBarItem, in tabs: HeadlessTabBarController, _ call: () -> Void)

  /// Wraps `sendEvent(_:)`, in which UIKit responds to a touch.
  func headlessTouch(_ view: HeadlessView, _ call: () -> Void)

  /// Called at the end of a wrapped callback.
  func headlessDidCall(_ callback: HeadlessCallback, on controller: HeadlessViewController)
}

/// A callback of a controller that can be wrapped.
package enum HeadlessCallback: Sendable, Equatable {
  /// `viewWillAppear`, or `viewWillDisappear`.
  case viewWill
  /// `viewDidAppear`, or `viewDidDisappear`.
  case viewDid
  /// `didMove(toParent:)`.
  case didMove
}

extension HeadlessViewController {
  /// The wrapper of the methods of all controllers and windows.
  package static var methodWrapping: (any HeadlessMethodWrapping)?

  /// Makes a call that adds controllers to this container.
  func adding(_ children: @autoclosure () -> [HeadlessViewController], _ call: () -> Void) {
    guard let wrapping = Self.methodWrapping else { return call() }
    wrapping.headlessAdd(children(), to: self, call)
  }

  func didCall(_ callback: HeadlessCallback) {
    Self.methodWrapping?.headlessDidCall(callback, on: self)
  }
}
