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
