#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// Observes AppKit's notifications about windows and popovers, including those that AppKit or
/// foreign code makes; their delegates stay the app's.
@MainActor
package enum AppKitNotifications {
  private static var tokens: [any NSObjectProtocol] = []

  /// Starts observing, once.
  package static func observe() {
    guard tokens.isEmpty else { return }
    tokens = [
      observe(NSWindow.willCloseNotification) { (window: NSWindow) in window.willClose() },
      observe(NSWindow.didEndSheetNotification) { (window: NSWindow) in window.sheetDidEnd() },
      observe(NSPopover.didShowNotification) { (popover: NSPopover) in popover.didShow() },
      observe(NSPopover.willCloseNotification) { (popover: NSPopover) in popover.willClose() },
      observe(NSPopover.didCloseNotification) { (popover: NSPopover) in popover.didClose() },
    ]
  }

  private static func observe<Object: NSResponder>(
    _ name: Notification.Name, _ call: @escaping @MainActor @Sendable (Object) -> Void
  ) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
      // Safe: a window or popover is used on the main actor alone, where AppKit posts. Other code
      // may post on any thread.
      nonisolated(unsafe) let object = notification.object
      onMainActor {
        if let object = object as? Object { call(object) }
      }
    }
  }
}
#endif
