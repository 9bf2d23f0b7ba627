#if canImport(UIKit) && !os(watchOS)
import UIKit

/// The events of a control of UIKit's, as something that can be bound.
///
/// Whoever subscribes to them keeps the control only weakly. Any number of subscribers, and the
/// app's own actions and targets, go side by side.
public struct UIControlEmitter<Output>: Emitter {
  private weak var control: UIControl?
  private let events: UIControl.Event
  private let read: @MainActor (UIControl) -> Output

  init(
    _ control: UIControl, _ events: UIControl.Event,
    read: @escaping @MainActor (UIControl) -> Output
  ) {
    self.control = control
    self.events = events
    self.read = read
  }

  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called on the main actor each time one of the events happens.
  /// - Returns: The handle that keeps the closure subscribed.
  public func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation {
    let read = read
    // The action may outlive its control in the hands of whoever subscribed.
    let action = UIAction { [weak control] _ in
      if let control { receive(read(control)) }
    }
    control?.addAction(action, for: events)
    let events = events
    return Cancellation { [weak control] in control?.removeAction(action, for: events) }
  }
}

/// A source of events.
extension UIControl: EventSource {}

extension EventSource where Self: UIControl {
  /// The events of a kind, as something that can be bound.
  ///
  /// - Parameter events: Which events.
  /// - Returns: What can be subscribed to, and bound.
  @_disfavoredOverload
  public func emitter(for events: UIControl.Event) -> UIControlEmitter<Void> {
    UIControlEmitter(self, events) { _ in }
  }

  /// The taps on the control; on tvOS, where nobody touches it, that it was chosen.
  @_disfavoredOverload
  public var onTap: UIControlEmitter<Void> {
    emitter(
      for: traitCollection.userInterfaceIdiom == .tv ? .primaryActionTriggered : .touchUpInside)
  }
}
#endif
