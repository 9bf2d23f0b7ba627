@_exported import Foundation

// Stand-ins for what the libraries use of AppKit, with AppKit's signatures. How they behave is as
// far as AppKit's documentation goes; Docs/Platforms.md says where they are more lenient.

/// Stands in for AppKit's class.
@MainActor
open class NSResponder: NSObject {
  /// Kept as long as the responder, in place of an associated object.
  package var standInKeeper: AnyObject?

  /// Makes a responder.
  public override init() {
    super.init()
  }

  /// Makes a responder from an archive.
  public required init?(coder: NSCoder) {
    super.init()
  }
}

/// Stands in for AppKit's structure.
public struct NSUserInterfaceItemIdentifier: RawRepresentable, Hashable, Sendable {
  /// The text.
  public let rawValue: String

  /// Makes an identifier.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes an identifier.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }
}

/// Stands in for AppKit's class.
@MainActor
open class NSNib: NSObject {
  /// A name of a nib.
  public typealias Name = String
}

/// Stands in for AppKit's class.
@MainActor
open class NSView: NSResponder {
  /// How a view follows the size of what it is in.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a mask from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The width follows.
    public static let width = AutoresizingMask(rawValue: 2)
    /// The height follows.
    public static let height = AutoresizingMask(rawValue: 16)
  }

  /// Where it is.
  open var frame: CGRect
  /// Its own coordinates.
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  /// How it follows the size of what it is in.
  open var autoresizingMask: AutoresizingMask = []
  /// Whether it and what is in it are left out.
  ///
  /// AppKit's documentation promises no callback; the stand-in makes none.
  open var isHidden = false
  /// What is in it.
  open internal(set) var subviews: [NSView] = []
  /// What it is in.
  open internal(set) weak var superview: NSView?
  weak var contentOf: NSWindow?
  weak var controller: NSViewController?

  /// Makes a view.
  public init(frame frameRect: CGRect) {
    frame = frameRect
    super.init()
  }

  /// Makes a view of no size.
  public override convenience init() {
    self.init(frame: .zero)
  }

  /// Makes a view from an archive.
  public required init?(coder: NSCoder) {
    frame = .zero
    super.init(coder: coder)
  }

  /// The window it is in.
  open var window: NSWindow? { contentOf ?? superview?.window }

  /// A point of another view's coordinates, or of the window's, in its own.
  open func convert(_ point: CGPoint, from view: NSView?) -> CGPoint {
    let (here, there) = (originInWindow, view?.originInWindow ?? .zero)
    return CGPoint(x: point.x + there.x - here.x, y: point.y + there.y - here.y)
  }

  private var originInWindow: CGPoint {
    guard let superview else { return frame.origin }
    let outer = superview.originInWindow
    return CGPoint(x: outer.x + frame.minX, y: outer.y + frame.minY)
  }

  /// Puts a view into it, as the last.
  open func addSubview(_ view: NSView) {
    if view.superview != nil { view.removeFromSuperview() }
    subviews.append(view)
    view.superview = self
    view.updateAppearance()
  }

  /// Takes it out of what it is in.
  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
    updateAppearance()
  }

  /// Tells controllers whose views came into sight or left it.
  func updateAppearance() {
    controller?.setVisible(window?.showsContent ?? false)
    for view in subviews { view.updateAppearance() }
  }
}

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
