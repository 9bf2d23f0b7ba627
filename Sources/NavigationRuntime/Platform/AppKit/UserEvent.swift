#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// Determines whether the user moves, as far as the event that AppKit is handling allows.
///
/// AppKit does not report it. A move counts as the user's if it is AppKit's own response to the
/// user's input, so that no code of the app can be in between; otherwise it is code's, or unknown.
@MainActor
enum UserEvent {
  /// The windows that are closing as if the user had clicked their close button.
  private static var closing: [ObjectIdentifier] = []
  /// The event that has moved something: it stays AppKit's current one until the next, but counts
  /// once.
  private static weak var spent: NSEvent?

  /// The number of the adapter's own calls on the stack.
  private static var ownCalls = 0

  /// Makes a call of the adapter's own, whose moves are not the user's.
  static func whileNot<Result>(_ call: () -> Result) -> Result {
    ownCalls += 1
    defer { ownCalls -= 1 }
    return call()
  }

  /// Consumes the current event: one that showed a popover cannot dismiss it.
  static func consume() { spent = NSApp?.currentEvent }

  /// Closes a window as if the user had clicked its close button.
  static func closing(_ window: NSWindow, _ call: () -> Void) {
    closing.append(ObjectIdentifier(window))
    call()
    closing.removeLast()
  }

  /// Returns whether the user closes a window: with its close button, or an equivalent action.
  static func isClosing(_ window: NSWindow) -> Bool {
    if ownCalls == 0, closing.contains(ObjectIdentifier(window)) { return true }
    guard let click, let button = window.standardWindowButton(.closeButton) else { return false }
    return spend(click, if: click.window === window && button.isUnder(click))
  }

  /// Returns whether the user closes a popover, which AppKit does after a click elsewhere or the
  /// escape key.
  static func isClosing(_ popover: NSPopover) -> Bool {
    guard popover.behavior != .applicationDefined else { return false }
    if let event = current, event.type == .keyDown {
      return spend(event, if: event.keyCode == escapeKey)
    }
    guard let click, let content = popover.contentViewController else { return false }
    return spend(click, if: click.window !== content.view.window)
  }

  /// Returns whether the user selects a tab: with a click on AppKit's tabs, not on a tab's content.
  static func isSelecting(in tabs: NSTabViewController) -> Bool {
    guard let click, tabs.isViewLoaded, tabs.tabStyle != .unspecified,
      let window = tabs.view.window, click.window === window
    else { return false }
    let isInContent = tabs.tabViewItems.contains { item in
      guard let shown = item.viewController, shown.isViewLoaded else { return false }
      return shown.view.window === window && shown.view.isUnder(click)
    }
    let isOnTabs =
      tabs.tabStyle == .toolbar
      ? !window.contentLayoutRect.contains(click.locationInWindow) : tabs.view.isUnder(click)
    return spend(click, if: isOnTabs && !isInContent)
  }

  private static let escapeKey: UInt16 = 53

  private static var current: NSEvent? {
    guard ownCalls == 0, let event = NSApp?.currentEvent, event !== spent else { return nil }
    return event
  }

  private static var click: NSEvent? {
    guard let event = current else { return nil }
    switch event.type {
    case .leftMouseDown, .leftMouseUp, .rightMouseDown, .rightMouseUp, .otherMouseDown,
      .otherMouseUp:
      return event
    default: return nil
    }
  }

  private static func spend(_ event: NSEvent, if isMove: Bool) -> Bool {
    if isMove { spent = event }
    return isMove
  }
}

extension NSView {
  fileprivate func isUnder(_ event: NSEvent) -> Bool {
    bounds.contains(convert(event.locationInWindow, from: nil))
  }
}
#endif
