/// A handle on the effects that an action has started, and on those that they cause.
///
/// Releasing it has no effect. For an action without effects, it is empty and costs nothing.
@MainActor
public struct ActionHandle: Sendable {
  @usableFromInline let group: EffectGroup?

  @inlinable
  init(group: EffectGroup? = nil) {
    self.group = group
  }

  /// Whether all the effects have ended.
  public var isFinished: Bool { group?.hasEnded ?? true }

  /// Returns when the effects, and those that their actions started, have ended.
  ///
  /// Returns early if the calling task is cancelled. Advance a manual clock for the effects that
  /// sleep on it; unlike this method, ``Core/exhaust(timeout:)`` does not wait for them.
  public func finish() async {
    await group?.waitForEnd()
  }

  /// Cancels the effects; actions that they still send are dropped.
  public func cancel() {
    group?.cancel(.requested)
  }
}
