#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// The actions of an AppKit control, for binding.
///
/// A subscription holds the control weakly. Target and action stay the app's.
public struct NSControlEmitter<Output>: Emitter {
  private weak var control: NSControl?
  private let read: @MainActor (NSControl) -> Output

  init(_ control: NSControl, read: @escaping @MainActor (NSControl) -> Output) {
    self.control = control
    self.read = read
  }

  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called on the main actor each time the control sends its action.
  /// - Returns: The handle that keeps the closure subscribed.
  public func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation {
    let read = read
    guard let control else { return Cancellation {} }
    return control.onActionSent { [weak control] in
      if let control { receive(read(control)) }
    }
  }
}

/// A source of events.
extension NSControl: EventSource {}

extension EventSource where Self: NSControl {
  /// The actions of the control: a click, a value changed by the user, a text entered.
  @_disfavoredOverload
  public var onAction: NSControlEmitter<Void> { NSControlEmitter(self) { _ in } }

  /// An alias of `onAction`, under the name used on other platforms.
  @_disfavoredOverload
  public var onTap: NSControlEmitter<Void> { onAction }
}

extension EventSource where Self: NSButton {
  /// The state of the check box, each time the user has switched it.
  @_disfavoredOverload
  public var onToggle: NSControlEmitter<Bool> {
    NSControlEmitter(self) { ($0 as? NSButton)?.state == .on }
  }
}
#endif
