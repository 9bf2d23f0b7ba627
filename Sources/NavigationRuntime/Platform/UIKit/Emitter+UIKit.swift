#if canImport(UIKit) && !os(watchOS)
import UIKit

extension UIControl: EventSource {}

extension EventSource where Self: UIControl {
  /// Returns an emitter for the events of a kind.
  ///
  /// - Parameter events: The kinds of event.
  /// - Returns: The emitter.
  @_disfavoredOverload
  public func emitter(for events: UIControl.Event) -> some Emitter<Void> & Sendable {
    emitter(for: events) { _ in }
  }

  /// The taps on the control; on tvOS, which has no touch, its primary actions.
  @_disfavoredOverload
  public var onTap: some Emitter<Void> & Sendable {
    emitter(
      for: traitCollection.userInterfaceIdiom == .tv ? .primaryActionTriggered : .touchUpInside)
  }

  fileprivate func emitter<Output>(
    for events: UIControl.Event, read: @escaping @MainActor (Self) -> Output
  ) -> EventEmitter<Self, Output> {
    EventEmitter(self, read: read) { control, call in
      let action = UIAction { _ in call() }
      control.addAction(action, for: events)
      return Cancellation { [weak control] in control?.removeAction(action, for: events) }
    }
  }
}

@available(tvOS, unavailable)
extension EventSource where Self: UISwitch {
  /// Whether it is on, each time the user has switched it; changes by code are not emitted.
  @_disfavoredOverload
  public var onToggle: some Emitter<Bool> & Sendable {
    emitter(for: .valueChanged) { $0.isOn }
  }
}

extension EventSource where Self: UITextField {
  /// The text, each time the user has changed it; changes by code are not emitted.
  @_disfavoredOverload
  public var onTextChange: some Emitter<String> & Sendable {
    emitter(for: .editingChanged) { $0.text ?? "" }
  }
}

/// A gesture recognizer that calls a closure when its state changes.
///
/// UIKit needs a target and a selector. So on a device `Platform/ObjectiveC/` conforms all
/// recognizers; where the Objective-C runtime is missing, the stand-in for UIKit does.
@MainActor
package protocol UIKitGestureSource {
  /// Calls a closure at each change of the state.
  func onStateChange(_ call: @escaping @MainActor () -> Void) -> Cancellation
}

extension UIGestureRecognizer: EventSource {}

extension EventSource where Self: UIGestureRecognizer {
  /// Each new state.
  @_disfavoredOverload
  public var onStateChange: some Emitter<State> & Sendable {
    states { $0 }
  }

  /// An event when the gesture has been recognized, or has ended: a tap, a swipe, the end of a pan.
  @_disfavoredOverload
  public var onRecognized: some Emitter<Void> & Sendable {
    states { $0 == .ended ? () : nil }
  }

  private func states<Output>(
    _ read: @escaping @MainActor (UIGestureRecognizer.State) -> Output?
  ) -> EventEmitter<Self, Output> {
    EventEmitter(self, read: { read($0.state) }) { recognizer, call in
      // Looked up at run time, since on the stand-in the conformance is not this module's.
      (recognizer as AnyObject as? any UIKitGestureSource)?.onStateChange(call) ?? Cancellation {}
    }
  }
}
#endif
