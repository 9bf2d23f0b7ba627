import Foundation

/// A view for the user's input, shaped like `UIControl`.
open class HeadlessControl: HeadlessView {
  /// A set of a control's events, shaped like `UIControl.Event`.
  public struct Event: OptionSet, Hashable, Sendable {
    /// The bits of the events.
    public let rawValue: UInt

    /// Makes a set of events from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The finger was lifted inside the control.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// The control's value changed.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// The control's primary action was triggered.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// Editing of the text begins.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// The text changed.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// Editing of the text has ended.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
  }

  /// The visual state of a control, shaped like `UIControl.State`.
  public struct State: OptionSet, Hashable, Sendable {
    /// The bits of the states.
    public let rawValue: UInt

    /// Makes a state from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The ordinary state.
    public static let normal: State = []
    /// Under the finger.
    public static let highlighted = State(rawValue: 1 << 0)
    /// Disabled.
    public static let disabled = State(rawValue: 1 << 1)
    /// Selected.
    public static let selected = State(rawValue: 1 << 2)
  }

  /// Whether the user can use the control.
  open var isEnabled = true

  private var actions: [(events: Event, action: HeadlessAction)] = []

  /// Calls the action's handler whenever one of the events happens.
  open func addAction(_ action: HeadlessAction, for controlEvents: Event) {
    removeAction(action, for: controlEvents)
    actions.append((controlEvents, action))
  }

  /// Stops calling the action's handler for these events.
  open func removeAction(_ action: HeadlessAction, for controlEvents: Event) {
    actions = actions.compactMap { entry in
      guard entry.action === action else { return entry }
      let rest = entry.events.subtracting(controlEvents)
      return rest.isEmpty ? nil : (rest, action)
    }
  }

  /// Calls the handlers added for these events, in the order of addition.
  open func sendActions(for controlEvents: Event) {
    for entry in actions where !entry.events.isDisjoint(with: controlEvents) {
      entry.action.perform(sender: self)
    }
  }
}

/// An action of a control or an item, shaped like `UIAction`.
@MainActor
open class HeadlessAction: HeadlessObject {
  /// The type of a handler, which receives the action.
  public typealias Handler = @MainActor (HeadlessAction) -> Void

  /// The text of a button made from the action.
  open var title: String
  /// The picture of a button made from the action.
  open var image: HeadlessImage?
  /// The control or item that was used, while the handler runs.
  public internal(set) final weak var sender: AnyObject?

  private let handler: Handler

  /// Makes an action.
  public init(title: String = "", image: HeadlessImage? = nil, handler: @escaping Handler) {
    self.title = title
    self.image = image
    self.handler = handler
  }

  /// Calls the handler on behalf of a control or item.
  final func perform(sender: AnyObject?) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}

/// A button, shaped like `UIButton`.
open class HeadlessButton: HeadlessControl {
  private var titles: [State: String] = [:]

  /// Makes a button with an empty frame and an action; its title becomes the button's.
  public convenience init(primaryAction: HeadlessAction?) {
    // `CGRect.zero` would be CoreGraphics', which a default argument must not use here.
    self.init(frame: CGRect(), primaryAction: primaryAction)
  }

  /// Makes a button with an action; its title becomes the button's.
  public convenience init(frame: CGRect, primaryAction: HeadlessAction?) {
    self.init(frame: frame)
    guard let primaryAction else { return }
    setTitle(primaryAction.title, for: .normal)
    addAction(primaryAction, for: .primaryActionTriggered)
  }

  /// The title that is currently shown.
  public final var currentTitle: String? {
    title(for: isEnabled ? .normal : .disabled)
  }

  /// Sets the title for a state.
  open func setTitle(_ title: String?, for state: State) {
    titles[state] = title
  }

  /// Returns the title for a state; if there is none, the normal one.
  open func title(for state: State) -> String? {
    titles[state] ?? titles[.normal]
  }
}

/// A button in a navigation bar, shaped like `UIBarButtonItem`.
@MainActor
open class HeadlessBarButtonItem: HeadlessObject {
  /// The button's text.
  open var title: String?
  /// The button's picture.
  open var image: HeadlessImage?
  /// Whether the user can tap the button.
  open var isEnabled = true
  /// The action for a tap on the button.
  open var primaryAction: HeadlessAction?
  /// A name for tests and tools.
  open var accessibilityIdentifier: String?

  /// Makes a button from an action, and a text that defaults to the action's.
  public init(
    title: String? = nil, image: HeadlessImage? = nil, primaryAction: HeadlessAction? = nil
  ) {
    self.title = title ?? primaryAction?.title
    self.image = image ?? primaryAction?.image
    self.primaryAction = primaryAction
  }
}

/// A switch, shaped like `UISwitch`.
open class HeadlessSwitch: HeadlessControl {
  /// Whether the switch is on; setting it sends no event.
  open var isOn = false

  /// Turns the switch on or off; sends no event.
  open func setOn(_ on: Bool, animated: Bool) {
    isOn = on
  }
}

/// A line of text that the user can edit, shaped like `UITextField`.
open class HeadlessTextField: HeadlessControl {
  /// The text.
  open var text: String? = ""
  /// The text shown in an empty field.
  open var placeholder: String?
  /// Whether the text is shown as dots.
  open var isSecureTextEntry = false

  /// The visible text: the text, dots, or the placeholder.
  final var visibleText: String {
    let text = text ?? ""
    if text.isEmpty { return placeholder ?? "" }
    return isSecureTextEntry ? String(repeating: "•", count: text.count) : text
  }
}

/// A line of text, shaped like `UILabel`.
open class HeadlessLabel: HeadlessView {
  /// The text.
  open var text: String?
}

/// An image that consists of its name, shaped like `UIImage`.
open class HeadlessImage {
  /// The name of the system's image.
  public final let systemName: String

  /// Makes an image from the system's name for it.
  public init?(systemName name: String) {
    systemName = name
  }
}

/// A color that consists of its name, shaped like `UIColor`.
open class HeadlessColor {
  /// The name of UIKit's property, such as `systemBackground`.
  public final let name: String

  /// Makes a color from the name of UIKit's property.
  public init(named name: String) {
    self.name = name
  }
}

extension HeadlessColor: Equatable {
  /// Whether the names are equal.
  public static func == (lhs: HeadlessColor, rhs: HeadlessColor) -> Bool { lhs.name == rhs.name }
}

@MainActor
extension HeadlessColor {
  /// UIKit's `clear`.
  public static let clear = HeadlessColor(named: "clear")
  /// UIKit's `black`.
  public static let black = HeadlessColor(named: "black")
  /// UIKit's `white`.
  public static let white = HeadlessColor(named: "white")
  /// UIKit's `label`.
  public static let label = HeadlessColor(named: "label")
  /// UIKit's `secondaryLabel`.
  public static let secondaryLabel = HeadlessColor(named: "secondaryLabel")
  /// UIKit's `systemBackground`.
  public static let systemBackground = HeadlessColor(named: "systemBackground")
  /// UIKit's `secondarySystemBackground`.
  public static let secondarySystemBackground = HeadlessColor(named: "secondarySystemBackground")
  /// UIKit's `systemGroupedBackground`.
  public static let systemGroupedBackground = HeadlessColor(named: "systemGroupedBackground")
  /// UIKit's `systemBlue`.
  public static let systemBlue = HeadlessColor(named: "systemBlue")
  /// UIKit's `systemGray`.
  public static let systemGray = HeadlessColor(named: "systemGray")
  /// UIKit's `systemGreen`.
  public static let systemGreen = HeadlessColor(named: "systemGreen")
  /// UIKit's `systemOrange`.
  public static let systemOrange = HeadlessColor(named: "systemOrange")
  /// UIKit's `systemRed`.
  public static let systemRed = HeadlessColor(named: "systemRed")
  /// UIKit's `systemYellow`.
  public static let systemYellow = HeadlessColor(named: "systemYellow")
}

/// A list of text rows with selection, in place of a table or collection view.
open class HeadlessListView: HeadlessView {
  /// One row.
  public struct Row: Sendable, Hashable {
    /// The row's text.
    public var title: String
    /// The smaller text beside or below it.
    public var detail: String?

    /// Makes a row.
    public init(_ title: String, detail: String? = nil) {
      self.title = title
      self.detail = detail
    }
  }

  /// The rows, from the top.
  open var rows: [Row] = []
  /// Whether the user can select rows.
  open var allowsSelection = true
  /// Called with the row's index when the user selects a row.
  open var onSelect: (@MainActor (_ index: Int) -> Void)?
}
