/// A gesture that drives a transition: an edge swipe, a pull on a sheet, the turning of a page.
///
/// It ends with ``finish()`` or ``cancel()``; the first call counts. Releasing the value does not
/// end the gesture: the transition stays in ``HeadlessPlatform/pendingTransitions``.
@MainActor
public final class HeadlessGesture {
  /// The transition that follows the finger.
  public let transition: HeadlessTransition
  private let platform: HeadlessPlatform

  init(_ transition: HeadlessTransition, platform: HeadlessPlatform) {
    self.transition = transition
    self.platform = platform
  }

  /// Lifts the finger far enough for the change to happen.
  ///
  /// - Returns: `false` if the gesture had ended already.
  @discardableResult
  public func finish() -> Bool {
    platform.end(transition, completed: true)
  }

  /// Lifts the finger too early: everything is as it was before the gesture.
  ///
  /// - Returns: `false` if the gesture had ended already.
  @discardableResult
  public func cancel() -> Bool {
    platform.end(transition, completed: false)
  }
}
