#if canImport(UIKit) && !os(watchOS)
import UIKit

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
public struct UIGestureEmitter<Output>: Emitter {
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
  public func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation {
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
  public var onStateChange: UIGestureEmitter<State> { UIGestureEmitter(self) { $0.state } }

  /// An event when the gesture has been recognized, or has ended: a tap, a swipe, the end of a pan.
  @_disfavoredOverload
  public var onRecognized: UIGestureEmitter<Void> {
    UIGestureEmitter(self) { $0.state == .ended ? () : nil }
  }
}
#endif
