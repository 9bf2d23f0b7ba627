import Foundation

/// A rectangle on the screen, shaped like `UIView`, as far as navigation and simulated touches need
/// it: hierarchy, window and visibility.
open class HeadlessView: HeadlessResponder {
  /// The frame in the superview; stored and never used.
  open var frame: CGRect
  /// The rectangle of the view in its own coordinates; its size is that of the frame, and setting
  /// it keeps the center of the frame, as in UIKit.
  open var bounds: CGRect {
    get { CGRect(origin: boundsOrigin, size: frame.size) }
    set {
      boundsOrigin = newValue.origin
      frame.origin.x += (frame.size.width - newValue.size.width) / 2
      frame.origin.y += (frame.size.height - newValue.size.height) / 2
      frame.size = newValue.size
    }
  }
  /// The parts of the frame that follow the superview's size; stored and never used.
  open var autoresizingMask: AutoresizingMask = []
  /// The view that this one is inside.
  public private(set) final weak var superview: HeadlessView?
  /// The subviews, the frontmost last.
  public private(set) final var subviews: [HeadlessView] = []
  /// Whether the view and all its subviews are invisible.
  open var isHidden = false {
    didSet { if isHidden != oldValue { displayDidChange(of: outermostControllers) } }
  }
  /// The color behind the content; stored and never used.
  open var backgroundColor: HeadlessColor?
  /// A name for tests and tools.
  open var accessibilityIdentifier: String?

  final weak var controller: HeadlessViewController?
  private var boundsOrigin = CGPoint()

  /// The parts of a frame that follow the superview's size, shaped like `UIView.AutoresizingMask`.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// The distance to the left edge.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
    /// The width.
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    /// The distance to the right edge.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
    /// The distance to the top edge.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
    /// The height.
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
    /// The distance to the bottom edge.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)

    /// The bits.
    public let rawValue: UInt

    /// Makes a mask from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  /// Makes a view with a frame.
  public init(frame: CGRect) {
    self.frame = frame
    super.init()
  }

  /// Makes a view with an empty frame.
  public convenience override init() {
    self.init(frame: CGRect())
  }

  /// Makes an empty view; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    frame = CGRect()
    super.init()
  }

  /// The window that contains the view, if there is one.
  open var window: HeadlessWindow? {
    superview?.window
  }

  /// Adds a subview, in front of the others; a subview of this view is only brought to the front.
  ///
  /// If it is the view of a child controller whose parent is on the screen, the child appears.
  ///
  /// This view itself and the views around it are refused.
  open func addSubview(_ view: HeadlessView) {
    guard !isDescendant(of: view) else {
      let platform = controller?.platform ?? window?.platform ?? .shared
      return platform.report(.viewInItself(view))
    }
    if view.superview === self {
      subviews.removeAll { $0 === view }
      subviews.append(view)
      return
    }
    if view.superview != nil { view.removeFromSuperview() }
    attach(view)
    for controller in view.outermostControllers {
      controller.viewWasAdded()
    }
    displayDidChange(of: view.outermostControllers)
  }

  /// Removes the view from its superview; the child controller of the view disappears.
  open func removeFromSuperview() {
    let controllers = outermostControllers.filter(\.isPlacedByApp)
    for controller in controllers {
      controller.viewWillBeRemoved()
    }
    detach()
    for controller in controllers {
      controller.viewWasRemoved()
    }
    displayDidChange(of: controllers)
  }

  /// Notifies the parents of controllers whose views may be shown or hidden by now.
  private func displayDidChange(of controllers: [HeadlessViewController]) {
    for controller in controllers where controller.isPlacedByApp {
      controller.parent?.notify(.display, by: .code)
    }
  }

  /// Returns whether this view is the other one or inside it.
  public final func isDescendant(of view: HeadlessView) -> Bool {
    var next: HeadlessView? = self
    while let current = next {
      if current === view { return true }
      next = current.superview
    }
    return false
  }

  /// Whether the view, or one around it, is hidden.
  final var isInHiddenView: Bool {
    sequence(first: self, next: \.superview).contains(where: \.isHidden)
  }

  /// Adds a subview without notifying its controller.
  final func attach(_ view: HeadlessView) {
    guard view.superview !== self, !isDescendant(of: view) else { return }
    view.detach()
    subviews.append(view)
    view.superview = self
  }

  /// Removes the view from its superview without notifying its controller.
  final func detach() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  private var outermostControllers: [HeadlessViewController] {
    if let controller { return [controller] }
    return subviews.flatMap(\.outermostControllers)
  }
}

extension HeadlessView {
  /// The visible elements of this view alone, without its subviews.
  var elements: [HeadlessElement] {
    switch self {
    case let label as HeadlessLabel:
      return [HeadlessElement(.label, label.text ?? "", identifier: accessibilityIdentifier)]
    case let button as HeadlessButton:
      return [
        HeadlessElement(
          .button, button.currentTitle ?? "", identifier: accessibilityIdentifier,
          isEnabled: button.isEnabled, use: .tap(button.userDidTap))
      ]
    case let field as HeadlessTextField:
      return [
        HeadlessElement(
          .textField, field.visibleText, identifier: accessibilityIdentifier ?? field.placeholder,
          isPlaceholder: (field.text ?? "").isEmpty, isSecure: field.isSecureTextEntry,
          isEnabled: field.isEnabled, use: .type(field.userDidType))
      ]
    case let toggle as HeadlessSwitch:
      return [
        HeadlessElement(
          .toggle, accessibilityIdentifier ?? "", identifier: accessibilityIdentifier,
          isEnabled: toggle.isEnabled, isSelected: toggle.isOn,
          use: .flip(toggle.userDidFlip))
      ]
    case let list as HeadlessListView:
      return list.rows.enumerated().map { index, row in
        HeadlessElement(
          .row, row.title, detail: row.detail, isEnabled: list.allowsSelection,
          use: .tap { list.userDidSelectRow(at: index) })
      }
    default:
      return []
    }
  }
}

extension HeadlessButton {
  fileprivate func userDidTap() -> Bool {
    sendActions(for: .touchUpInside)
    sendActions(for: .primaryActionTriggered)
    return true
  }
}

extension HeadlessTextField {
  fileprivate func userDidType(_ newText: String) -> Bool {
    sendActions(for: .editingDidBegin)
    text = newText
    sendActions(for: .editingChanged)
    sendActions(for: .editingDidEnd)
    return true
  }
}

extension HeadlessSwitch {
  fileprivate func userDidFlip() -> Bool {
    isOn.toggle()
    sendActions(for: .valueChanged)
    return true
  }
}

extension HeadlessListView {
  fileprivate func userDidSelectRow(at index: Int) -> Bool {
    guard rows.indices.contains(index), let onSelect else { return false }
    onSelect(index)
    return true
  }
}

/// A visible element of the screen, with its use.
@MainActor
public struct HeadlessElement {
  /// The kinds of element.
  public enum Kind: String, Sendable {
    /// The title in a navigation bar or of an alert.
    case title
    /// The back button.
    case backButton
    /// A button in a navigation bar.
    case barButton
    /// A line of text.
    case label
    /// A button.
    case button
    /// A line of text that can be edited.
    case textField
    /// A switch.
    case toggle
    /// A row of a list.
    case row
    /// A tab in a tab bar.
    case tab
    /// A button of an alert.
    case alertButton
  }

  /// The use of the element, which returns `false` if it has no effect.
  enum Use {
    case none
    case tap(() -> Bool)
    case type((String) -> Bool)
    case flip(() -> Bool)
  }

  /// The kind of the element.
  public let kind: Kind
  /// The visible text.
  public let text: String
  /// The smaller text of a row, if it has one.
  public let detail: String?
  /// Whether the text is the placeholder of an empty field.
  public let isPlaceholder: Bool
  /// Whether the text of a field is shown as dots.
  public let isSecure: Bool
  /// The name for tests and tools.
  public let identifier: String?
  /// Whether the element can be used.
  public let isEnabled: Bool
  /// Whether a tab is selected, or a switch on.
  public let isSelected: Bool

  let use: Use

  init(
    _ kind: Kind, _ text: String, detail: String? = nil, identifier: String? = nil,
    isPlaceholder: Bool = false, isSecure: Bool = false, isEnabled: Bool = true,
    isSelected: Bool = false, use: Use = .none
  ) {
    self.kind = kind
    self.text = text
    self.detail = detail
    self.isPlaceholder = isPlaceholder
    self.isSecure = isSecure
    self.identifier = identifier
    self.isEnabled = isEnabled
    self.isSelected = isSelected
    self.use = use
  }

  var tap: (() -> Bool)? {
    if case .tap(let tap) = use { tap } else { nil }
  }

  func typing(_ text: String) -> (() -> Bool)? {
    if case .type(let type) = use { { type(text) } } else { nil }
  }

  var flip: (() -> Bool)? {
    if case .flip(let flip) = use { flip } else { nil }
  }

  /// The element as a line of text.
  public var line: String {
    switch kind {
    case .title: "# \(text)"
    case .backButton: "< \(text)"
    case .barButton, .button, .alertButton: "[\(text)]"
    case .label: text
    case .textField: "\(identifier ?? "")|\(text)|"
    case .toggle: "\(isSelected ? "(x)" : "( )") \(text)"
    case .row: "- \(text)"
    case .tab: isSelected ? "*\(text)*" : "_\(text)_"
    }
  }
}
