#if canImport(UIKit) && !os(watchOS)
import UIKit

/// The events of a UIKit control, for binding.
///
/// A subscription holds the control weakly. It coexists with any number of other subscriptions, and
/// with the app's own actions and targets.
struct UIControlEmitter<Output>: Emitter {
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
  func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation {
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
  public func emitter(for events: UIControl.Event) -> some Emitter<Void> & Sendable {
    UIControlEmitter(self, events) { _ in }
  }

  /// The taps on the control; on tvOS, which has no touch, its primary actions.
  @_disfavoredOverload
  public var onTap: some Emitter<Void> & Sendable {
    emitter(
      for: traitCollection.userInterfaceIdiom == .tv ? .primaryActionTriggered : .touchUpInside)
  }
}

@available(tvOS, unavailable)
extension EventSource where Self: UISwitch {
  /// Whether it is on, each time the user has switched it; changes by code are not emitted.
  @_disfavoredOverload
  public var onToggle: some Emitter<Bool> & Sendable {
    UIControlEmitter(self, .valueChanged) { ($0 as? UISwitch)?.isOn ?? false }
  }
}

extension EventSource where Self: UITextField {
  /// The text, each time the user has changed it; changes by code are not emitted.
  @_disfavoredOverload
  public var onTextChange: some Emitter<String> & Sendable {
    UIControlEmitter(self, .editingChanged) { ($0 as? UITextField)?.text ?? "" }
  }
}

/// A gesture recognizer that calls a closure when its state changes.
///
/// UIKit needs a target and a selector. So on a device `Platform/ObjectiveC/` conforms all
/// recognizers; where the Objective-C runtime is missing, the stand-in for UIKit does.
@MainActor
package protocol UIKitGestureSource {
  /// Calls a closure at each change of the state.
  ///
  /// - Parameter call: The closure.
  /// - Returns: The handle that keeps the closure.
  func onStateChange(_ call: @escaping @MainActor () -> Void) -> Cancellation
}

/// The states of a gesture recognizer, for binding.
///
/// A subscription holds the recognizer weakly. The app's own targets and its delegate stay as they
/// are.
struct UIGestureEmitter<Output>: Emitter {
  private weak var recognizer: UIGestureRecognizer?
  private let read: @MainActor (UIGestureRecognizer) -> Output?

  init(
    _ recognizer: UIGestureRecognizer,
    read: @escaping @MainActor (UIGestureRecognizer) -> Output?
  ) {
    self.recognizer = recognizer
    self.read = read
  }

  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called on the main actor.
  /// - Returns: The handle that keeps the closure subscribed.
  func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation {
    let read = read
    // Looked up at run time, since on the stand-in the conformance is not this module's.
    guard let recognizer, let source = recognizer as AnyObject as? any UIKitGestureSource else {
      return Cancellation {}
    }
    return source.onStateChange { [weak recognizer] in
      if let recognizer, let output = read(recognizer) { receive(output) }
    }
  }
}

/// A source of events.
extension UIGestureRecognizer: EventSource {}

extension EventSource where Self: UIGestureRecognizer {
  /// Each new state.
  @_disfavoredOverload
  public var onStateChange: some Emitter<State> & Sendable {
    UIGestureEmitter(self) { $0.state }
  }

  /// An event when the gesture has been recognized, or has ended: a tap, a swipe, the end of a pan.
  @_disfavoredOverload
  public var onRecognized: some Emitter<Void> & Sendable {
    UIGestureEmitter(self) { $0.state == .ended ? () : nil }
  }
}
#endif
