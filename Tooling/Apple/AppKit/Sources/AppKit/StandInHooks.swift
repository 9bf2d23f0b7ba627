/// What stands around AppKit's methods in place of wrapped ones; set once.
@MainActor
package enum StandInHooks {
  /// Around presenting.
  package static var present: Around<(NSViewController, NSViewController)>?
  /// Around dismissing.
  package static var dismiss: Around<(NSViewController, NSViewController)>?
  /// Around dismissing by the action of a control, and whether it was one.
  package static var dismissByAction: Around<(NSViewController, Bool)>?
  /// Around a change of children.
  package static var change: Around<NSViewController>?
  /// Around a change of the selected tab.
  package static var select: Around<NSTabViewController>?
  /// Around a change of a window's content.
  package static var setContent: Around<NSWindow>?
  /// Around closing a window as the user does.
  package static var performClose: Around<NSWindow>?
  /// Around the beginning of a window's sheet.
  package static var beginSheet: Around<(NSWindow, NSWindow)>?
  /// Around the end of a window's sheet.
  package static var endSheet: Around<(NSWindow, NSWindow)>?
  /// After appearing.
  package static var didAppear: (@MainActor (NSViewController) -> Void)?
  /// After disappearing.
  package static var didDisappear: (@MainActor (NSViewController) -> Void)?
  /// After a control has sent its action.
  package static var action: (@MainActor (NSControl) -> Void)?

  package typealias Around<Subject> = @MainActor (Subject, () -> Void) -> Void

  static func around<Subject>(
    _ hook: Around<Subject>?, _ subject: Subject, _ call: () -> Void
  ) {
    if let hook { hook(subject, call) } else { call() }
  }
}
