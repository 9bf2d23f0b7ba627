import Foundation

/// The reason for an effect's cancellation.
@usableFromInline
enum EffectCancellation: Sendable {
  /// By its identifier, its handle, or a later effect with its identifier.
  case requested
  /// Its core has resigned or is gone.
  case resigned
}

/// An unfinished part of an effect: a task, a timer, or a group of parts.
@usableFromInline
@MainActor
class EffectPart {
  final fileprivate(set) var parent: EffectGroup?
  /// The index in the parent, for removal in constant time.
  final fileprivate var slot = 0

  func cancel(_ reason: EffectCancellation) {}

  /// Leaves its group, if it is in one.
  final func leave() { parent.take()?.removePart(at: slot) }

  /// The reason for which it waits for something outside, if it does.
  var waitingFor: String? { nil }

  /// Whether it cannot continue without help from outside.
  var isWaiting: Bool { waitingFor != nil }

  /// Whether it is certain, without a look at all of its parts, that it does not wait.
  var isAtWork: Bool { !isWaiting }

  /// Whether it sleeps on a clock that stands still.
  func sleeps(on clock: any NavigationClock) -> Bool { wakingTime(on: clock) != nil }

  /// The time at which it wakes, if it sleeps on a clock that stands still.
  func wakingTime(on clock: any NavigationClock) -> TimeInterval? { nil }

  /// The tasks and timers in it.
  var leaves: [EffectPart] { [self] }

  /// The name, for display.
  var activityName: String { "" }

  /// The name and the reason to wait, for display.
  final var description: String {
    NavigationActivity(name: activityName, waitingFor: waitingFor).description
  }
}

/// Parts that are cancelled and awaited together.
///
/// A group and an unfinished part retain each other; both references end with the part.
@usableFromInline
@MainActor
final class EffectGroup: EffectPart {
  // Unchecked, because each effect passes them several times, and no other code runs meanwhile.
  @exclusivity(unchecked) private var parts = ShortArray<EffectPart>()
  /// The number of holders that are about to add parts: queued actions, and code that starts
  /// effects.
  @exclusivity(unchecked) private var holds = 0
  private let isRoot: Bool
  /// The index of the part that last kept the group from waiting.
  private var lastAtWork = 0
  private var waiters: ContinuationList?
  /// The identifier of its effects; `nil` if it has none.
  var registration: EffectRegistration?
  private(set) var isCancelled = false
  private(set) var hasEnded = false
  /// Called once, at the end.
  var onEnd: (@MainActor () -> Void)?
  /// The owner of the root, while that has parts.
  @exclusivity(unchecked) var tracker: EffectTracker?

  init(isRoot: Bool = false) {
    self.isRoot = isRoot
  }

  var isEmpty: Bool { parts.isEmpty && holds == 0 }

  func add(_ part: EffectPart) {
    part.parent = self
    part.slot = parts.count
    parts.append(part)
  }

  fileprivate func removePart(at slot: Int) {
    let last = parts.removeLast()
    if last.slot != slot {
      last.slot = slot
      parts[slot] = last
    }
    progress()
  }

  func hold() { holds += 1 }

  func release() {
    holds -= 1
    progress()
  }

  override func cancel(_ reason: EffectCancellation) {
    if !isRoot { isCancelled = true }
    hold()
    for part in parts { part.cancel(reason) }
    release()
  }

  /// Cancels groups, some of which may be inside others.
  static func cancel(_ groups: [EffectGroup], _ reason: EffectCancellation) {
    for group in groups { group.isCancelled = true }
    // Cancels from outside: the end of an inner group would let a concatenation around it go on,
    // unless that counts as cancelled.
    for group in groups where !(group.parent?.isInsideCancelled ?? false) { group.cancel(reason) }
  }

  private var isInsideCancelled: Bool {
    sequence(first: self) { $0.parent }.contains { $0.isCancelled }
  }

  @usableFromInline
  func waitForEnd() async {
    while !hasEnded, !isEmpty, !Task.isCancelled {
      // Tracked work that calls it cannot continue by itself, while the effects may.
      let isTracked = WorkInProgress.current != nil || NavigationScheduler.isInTransaction
      await news.wait { [self] in
        guard isTracked else { return nil }
        return root.tracker?.followContext().activity
          .beginWaiting(for: "the end of an action’s effects")
      }
    }
  }

  /// The tasks that wait until the group has become empty or is woken.
  var news: ContinuationList {
    let waiters = waiters ?? ContinuationList()
    self.waiters = waiters
    return waiters
  }

  /// Whether a task waits for news.
  var isWaitedFor: Bool { (waiters?.count ?? 0) > 0 }

  func wake() {
    waiters?.resumeAll()
  }

  override var leaves: [EffectPart] { parts.flatMap(\.leaves) }

  /// Checks the part that was most recently at work first, which avoids a quadratic scan when
  /// thousands begin to wait one after the other.
  override var isWaiting: Bool {
    guard holds == 0 else { return false }
    for step in parts.indices {
      let index = (lastAtWork + step) % parts.count
      guard parts[index].isWaiting else {
        lastAtWork = index
        return false
      }
    }
    return true
  }

  override var isAtWork: Bool { holds > 0 || parts.last?.isAtWork ?? false }

  /// The innermost identifier around its parts.
  var identifier: EffectID? {
    sequence(first: self, next: \.parent).compactMap(\.registration).first?.id
  }

  private var root: EffectGroup {
    var group = self
    while let parent = group.parent { group = parent }
    return group
  }

  /// Whether another group contains this one, or is this one.
  func isInside(_ other: EffectGroup) -> Bool {
    sequence(first: self) { $0.parent }.contains { $0 === other }
  }

  /// Ends the group if it is empty; otherwise has the tracker check whether the remaining parts wait.
  private func progress() {
    guard isEmpty else {
      // Usually the latest part runs, and this check is cheaper than the walk to the root.
      if !isAtWork { root.tracker?.noteWaiting() }
      return
    }
    guard !hasEnded else { return }
    if isRoot {
      tracker.take()?.didBecomeEmpty()
    } else {
      hasEnded = true
      let onEnd = onEnd
      self.onEnd = nil
      onEnd?()
      leave()
    }
    waiters?.resumeAll()
  }
}

/// The entry of a group among those with the same identifier.
@MainActor
final class EffectRegistration {
  let id: EffectID
  /// The index, for removal in constant time.
  var slot: Int

  init(_ id: EffectID, slot: Int) {
    self.id = id
    self.slot = slot
  }
}

/// The identifier of a core's effects, by which they are cancelled or replaced.
///
/// The conformance is unchecked: the initialiser takes the value over, and only the core compares it,
/// on the main actor. A type whose conformance to `Hashable` is isolated to the main actor will do.
@usableFromInline
struct EffectID: Hashable, @unchecked Sendable {
  private let value: AnyHashable

  init(_ value: sending some Hashable) {
    self.value = AnyHashable(value)
  }

  /// The identifier of a part's effects among those of the whole.
  func scoped(by scope: EffectID?) -> EffectID {
    scope.map { EffectID(Scoped(scope: $0, id: self)) } ?? self
  }

  /// Returns the name in a trace; `nil` for a text or a number, unless values are recorded.
  @MainActor
  func name(in trace: NavigationTrace) -> String? {
    let base = value.base
    if let scoped = base as? Scoped { return scoped.id.name(in: trace) }
    guard base is String || base is any BinaryInteger else { return trace.name(of: base) }
    return trace.options.includesValues ? "\(base)" : nil
  }

  private struct Scoped: Hashable, Sendable {
    let scope: EffectID
    let id: EffectID
  }
}

/// A handle on the effects that an action has started, and on those that they cause.
///
/// Releasing it has no effect. For an action that is reduced at once and starts no effect, it is
/// empty and costs nothing.
@frozen
@MainActor
public struct ActionHandle: Sendable {
  @usableFromInline let group: EffectGroup?

  @inlinable
  init(group: EffectGroup?) {
    self.group = group
  }

  /// Makes an empty handle, the answer of a ``Reactable`` whose action starts no effects.
  @inlinable
  public init() {
    group = nil
  }

  /// Whether all the effects have ended.
  public var isFinished: Bool { group?.hasEnded ?? true }

  /// Returns when the effects, and those that their actions started, have ended.
  ///
  /// Returns early if the calling task is cancelled, and has no deadline: effects may wait for the
  /// user. A test that must not hang waits with ``Core/exhaust(timeout:)``, which names the effects
  /// that are left. Advance a manual clock for the effects that sleep on it; unlike this method,
  /// `exhaust` does not wait for them.
  @inlinable
  public func finish() async {
    await group?.waitForEnd()
  }

  /// Cancels the effects; actions that they still send are dropped.
  public func cancel() {
    group?.cancel(.requested)
  }
}
