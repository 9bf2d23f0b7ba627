#if canImport(UIKit) && !os(watchOS)
import UIKit

/// The events of a UIKit control, for binding.
///
/// A subscription holds the control weakly. It coexists with any number of other subscriptions, and
/// with the app's own actions and targets.
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
    // A subscriber may retain the action longer than the control lives.
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
  /// Returns an emitter for the events of a kind.
  ///
  /// - Parameter events: The kinds of event.
  /// - Returns: The emitter.
  @_disfavoredOverload
  public func emitter(for events: UIControl.Event) -> UIControlEmitter<Void> {
    UIControlEmitter(self, events) { _ in }
  }

  /// The taps on the control; on tvOS, which has no touch, its primary actions.
  @_disfavoredOverload
  public var onTap: UIControlEmitter<Void> {
    emitter(
      for: traitCollection.userInterfaceIdiom == .tv ? .primaryActionTriggered : .touchUpInside)
  }
}
#endif
