/// Stands in for AppKit's enumeration.
public enum NSRectEdge: UInt, Sendable {
  /// The left edge.
  case minX = 0
  /// The lower edge.
  case minY = 1
  /// The right edge.
  case maxX = 2
  /// The upper edge.
  case maxY = 3
}

/// Stands in for AppKit's protocol; its methods are optional there.
@MainActor
public protocol NSPopoverDelegate: AnyObject {
  /// Whether the popover may close.
  func popoverShouldClose(_ popover: NSPopover) -> Bool
  /// The popover has closed.
  func popoverDidClose(_ notification: Notification)
}

/// Stands in for AppKit's class.
@MainActor
open class NSPopover: NSResponder {
  /// Stands in for AppKit's enumeration.
  public enum Behavior: Int, Sendable {
    /// The app closes it.
    case applicationDefined = 0
    /// AppKit closes it when the user does something outside of it.
    case transient = 1
    /// The same within the window that it belongs to.
    case semitransient = 2
  }

  /// Posted when it is there.
  nonisolated public class var didShowNotification: Notification.Name {
    Notification.Name("NSPopoverDidShowNotification")
  }
  /// Posted when it begins to fade out.
  nonisolated public class var willCloseNotification: Notification.Name {
    Notification.Name("NSPopoverWillCloseNotification")
  }
  /// Posted when it has gone.
  nonisolated public class var didCloseNotification: Notification.Name {
    Notification.Name("NSPopoverDidCloseNotification")
  }

  /// Who is asked and told; the app's.
  open weak var delegate: (any NSPopoverDelegate)?
  /// Who closes it.
  open var behavior = Behavior.applicationDefined
  /// Whose view it shows.
  open var contentViewController: NSViewController?
  /// Whether it is there.
  open private(set) var isShown = false
  /// The content of the window over which it is, once it has faded in.
  package private(set) weak var standInHost: NSViewController?
  var didEnd: (@MainActor () -> Void)?
  private var window: NSWindow?

  /// Shows it.
  open func show(relativeTo rect: CGRect, of view: NSView, preferredEdge: NSRectEdge) {
    guard let outer = view.window, let contentViewController, !isShown else { return }
    isShown = true
    let window = NSWindow()
    self.window = window
    window.parent = outer
    window.contentViewController = contentViewController
    window.standInFade(over: outer) { [self] in
      guard isShown else { return }
      standInHost = window.parent?.contentViewController
      post(Self.didShowNotification)
    }
  }

  /// Closes it, if the delegate agrees.
  open func performClose(_ sender: Any?) {
    guard delegate?.popoverShouldClose(self) ?? true else { return }
    close()
  }

  /// Closes it.
  open func close() {
    guard isShown, let window else { return }
    post(Self.willCloseNotification)
    isShown = false
    standInHost = nil
    self.window = nil
    window.standInAnimate { [self] in
      if standInDismissesFirst { didEnd?() }
      window.orderOut(nil)
      window.contentViewController = nil
      let notification = post(Self.didCloseNotification)
      delegate?.popoverDidClose(notification)
      if !standInDismissesFirst { didEnd?() }
      didEnd = nil
    }
  }

  /// Whether who presents the popover's content lets go of it before it has disappeared: AppKit's
  /// documentation knows no order.
  package var standInDismissesFirst: Bool { Self.standInDismissesFirst }
  /// The same, for all popovers.
  package static var standInDismissesFirst = false

  /// The user clicks somewhere else.
  package func standInUserDidClick(in window: NSWindow?) {
    NSApp.standInHandle(.mouse(at: .zero, in: window)) {
      if behavior == .transient || behavior == .semitransient && window === self.window?.parent {
        performClose(nil)
      }
    }
  }

  /// The user presses the escape key.
  package func standInUserDidEscape() {
    NSApp.standInHandle(.key(53, in: window)) {
      if behavior != .applicationDefined { performClose(nil) }
    }
  }

  @discardableResult
  private func post(_ name: Notification.Name) -> Notification {
    let notification = Notification(name: name, object: self)
    NotificationCenter.default.post(notification)
    return notification
  }
}
