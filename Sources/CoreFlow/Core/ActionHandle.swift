/// A handle on the effects that an action has started, and on those that they cause.
///
/// Letting go of it changes nothing. For an action without effects it is empty and costs nothing.
@MainActor
public struct ActionHandle: Sendable {
  @usableFromInline let group: EffectGroup?

  @inlinable
  init(group: EffectGroup? = nil) {
    self.group = group
  }

  /// Whether none of the effects runs any more.
  public var isFinished: Bool { group?.hasEnded ?? true }

  /// Returns when the effects have ended, and what their actions started has too.
  ///
  /// Returns early if the calling task is cancelled. An effect that sleeps on a manual clock ends when
  /// that has been moved; ``Core/exhaust(timeout:)`` does not wait for it.
  public func finish() async {
    await group?.waitForEnd()
  }

  /// Cancels the effects; what they still send is dropped.
  public func cancel() {
    group?.cancel(.requested)
  }
}
