/// Stands in for AppKit's class; targets and actions need selectors, which Linux has not.
@MainActor
open class NSControl: NSView {
  /// Stands in for AppKit's structure.
  public struct StateValue: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Makes a state.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Off.
    public static let off = StateValue(rawValue: 0)
    /// On.
    public static let on = StateValue(rawValue: 1)
  }

  /// Posted when the user has changed a text.
  nonisolated public static let textDidChangeNotification =
    Notification.Name("NSControlTextDidChangeNotification")

  /// The value as text.
  open var stringValue = ""
  /// Whether the user can use it.
  open var isEnabled = true

  /// What stands for target and action.
  package var standInAction: (@MainActor () -> Void)?
  /// Whether the action is `dismissController:`.
  package var standInIsDismissAction = false

  /// Does what a click does.
  open func performClick(_ sender: Any?) {
    guard isEnabled else { return }
    standInAction?()
    StandInHooks.action?(self)
  }
}

/// Stands in for AppKit's class.
@MainActor
open class NSButton: NSControl {
  /// Whether it is on.
  open var state = StateValue.off

  /// Switches it, and does what a click does.
  open override func performClick(_ sender: Any?) {
    guard isEnabled else { return }
    state = state == .on ? .off : .on
    super.performClick(sender)
  }
}

/// Stands in for AppKit's class.
@MainActor
open class NSTextField: NSControl {
  /// The user writes something.
  package func standInUserDidType(_ text: String) {
    stringValue = text
    NotificationCenter.default.post(name: NSControl.textDidChangeNotification, object: self)
  }
}
