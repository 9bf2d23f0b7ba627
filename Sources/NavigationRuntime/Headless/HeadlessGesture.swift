/// A finger on the screen that leads a transition: an edge swipe, a sheet being pulled down, a
/// page being turned.
///
/// It ends with ``finish()`` or ``cancel()``; the first call counts. Dropping the value does not
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

  /// Lets go far enough for the change to happen.
  ///
  /// - Returns: `false` if the gesture was over already.
  @discardableResult
  public func finish() -> Bool {
    platform.end(transition, completed: true)
  }

  /// Lets go too early: everything is as it was before the gesture.
  ///
  /// - Returns: `false` if the gesture was over already.
  @discardableResult
  public func cancel() -> Bool {
    platform.end(transition, completed: false)
  }
}
