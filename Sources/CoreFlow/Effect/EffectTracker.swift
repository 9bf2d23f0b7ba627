import Foundation

/// The effects of one core that have not ended, whatever their actions are.
///
/// Not generic, as an effect's run, because each one would look its type up.
@MainActor
class EffectTracker {
  final let coreName: String
  private final var contextSource: ContextSource
  /// The trackers of the contexts that know of the effects, the one of the current context last, and
  /// the entries in them.
  ///
  /// Not the contexts: an idle core may have left their windows. A tracker that has begun to wait for
  /// an effect waits until its end. Without effects, the core has left all but the one in which it
  /// last had some, so that they do not grow.
  // Unchecked: each effect passes them, and no other code runs during an access.
  @exclusivity(unchecked) private final var joined:
    [(tracker: ActivityTracker, listing: ActivityListing)] = []
  /// The clock of the last one's context.
  private final var clock: (any NavigationClock)?
  /// Everything that has not ended, a group for each action.
  final let root = EffectGroup(isRoot: true)
  /// Receives each issue of the effects, for tests.
  final var onIssue: (@MainActor (NavigationIssue) -> Void)?
  /// Grows with each effect that starts.
  final var startCount = 0

  init(coreName: String, _ contextSource: ContextSource) {
    self.coreName = coreName
    self.contextSource = contextSource
    followContext()
  }

  /// Continues in the context of a source.
  final func follow(_ source: ContextSource) {
    contextSource = source
    followContext()
  }

  /// Follows the core into its current context: moves what waits to its clock.
  @discardableResult
  final func followContext() -> NavigationContext {
    let context = contextSource.context
    let tracker = context.activity
    if let last = joined.indices.last, joined[last].tracker === tracker { return context }
    if root.isEmpty { leaveTrackers(joined.count) }
    if let index = joined.firstIndex(where: { $0.tracker === tracker }) {
      joined.append(joined.remove(at: index))
    } else {
      joined.append((tracker, tracker.add(root)))
    }
    let old = clock
    clock = context.clock
    if let old {
      clockDidChange(from: old, to: context.clock)
      // The new clock may stand still.
      noteWaiting()
    }
    return context
  }

  /// Delivers an action of the type with which its effect was started.
  final func receive<Action>(_ action: Action, _ scope: EffectGroup) {
    unsafeDowncast(self, to: EffectRunner<Action>.self).deliverOrReport(action, scope)
  }

  func clockDidChange(from old: any NavigationClock, to new: any NavigationClock) {
    for timer in root.leaves { (timer as? EffectTimer)?.move(from: old, to: new) }
  }

  /// Adds the group of an action.
  // A loop over indices: an iterator would retain the array for each action.
  final func add(_ group: EffectGroup) {
    root.tracker = self
    root.add(group)
    for index in joined.indices { joined[index].listing.workDidBegin() }
  }

  /// Whether all that has not ended sleeps on the core's clock, which stands still.
  private final func sleeps() -> Bool {
    guard root.isWaiting else { return false }
    let clock = followContext().clock
    return root.leaves.allSatisfy { $0.sleeps(on: clock) }
  }

  /// Whether anything waits for the effects.
  // A loop over indices: a closure would check its isolation at each effect's progress.
  private final var isWaitedFor: Bool {
    if root.isWaitedFor { return true }
    for index in joined.indices where joined[index].tracker.isWaitedFor { return true }
    return false
  }

  /// Called when the last effect has ended.
  final func didBecomeEmpty() {
    // Without an iterator in the usual case, in which the core has not changed windows.
    if joined.count == 1 { return joined[0].tracker.sourceDidBecomeIdle() }
    for (tracker, _) in joined { tracker.sourceDidBecomeIdle() }
    if joined.count > 1 { leaveTrackers(joined.count - 1) }
  }

  /// Leaves the oldest trackers, in which no effect is left to wait for.
  private final func leaveTrackers(_ count: Int) {
    // Kept until the array has changed: releasing a tracker may call other code.
    let left = joined.prefix(count)
    joined.removeFirst(count)
    for (_, listing) in left { listing.end() }
  }

  /// Resumes waiters when no remaining effect can continue by itself.
  final func noteWaiting() {
    guard isWaitedFor, root.isWaiting else { return }
    root.wake()
    for (tracker, _) in joined { tracker.sourceDidBecomeIdle() }
  }

  final func report(_ issue: NavigationIssue) {
    followContext().issues.report(issue)
    onIssue?(issue)
  }

  func cancelAll() {
    root.cancel(.resigned)
  }

  /// Gives effects the turns that a busy main actor has withheld from them.
  ///
  /// A turn goes to the executor of effects and back. The turns end when a hundred in a row, about
  /// a millisecond on an idle machine, have started no effect, and after a hundred thousand,
  /// because effects may start each other endlessly.
  private final func takeLateTurns(until hasHappened: @MainActor () -> Bool) async {
    var idleTurns = 0
    for _ in 0..<100_000
    where idleTurns < 100 && !hasHappened() && !root.isEmpty && !Task.isCancelled {
      let before = startCount
      await takePoolTurn()
      idleTurns = startCount == before ? idleTurns + 1 : 0
    }
  }
}

extension EffectTracker {
  /// Describes the unfinished effects for display; some sleep on a clock that stands still.
  ///
  /// The one that wakes next is the first of those that sleep, each with the time by which to
  /// advance the clock.
  func listUnfinished() -> (running: [String], sleeping: [String]) {
    let clock = followContext().clock
    var running: [String] = []
    var sleeping: [(time: TimeInterval, text: String)] = []
    for leaf in root.leaves {
      guard let time = leaf.wakingTime(on: clock) else {
        running.append(leaf.description)
        continue
      }
      let reason = clock.reasonToWait(until: time)
      let activity = NavigationActivity(name: leaf.activityName, waitingFor: reason)
      let index = sleeping.indices.partitioningIndex { sleeping[$0].time > time }
      sleeping.insert((time, activity.description), at: index)
    }
    return (running, sleeping.map(\.text))
  }

  /// Waits for a condition among the effects, within a test's timeout.
  ///
  /// Ends when the condition holds, when no remaining effect can continue by itself in time, or
  /// when the task is cancelled.
  ///
  /// - Parameters:
  ///   - seconds: The timeout, on a clock that runs.
  ///   - hasHappened: The condition, evaluated after each change.
  func waitForNews(timeout seconds: TimeInterval, until hasHappened: @MainActor () -> Bool) async {
    guard !hasHappened() else { return }
    let timeout = followContext().activity.startTimeout(seconds) { [root] in root.wake() }
    defer { timeout.end() }
    while !hasHappened(), !root.isEmpty, !sleeps(), !timeout.isOver, !Task.isCancelled {
      await root.news.wait()
    }
    if timeout.isOver { await takeLateTurns(until: hasHappened) }
  }
}

/// The root is the source of activity, not the tracker: an object with weak references counts its
/// strong ones slowly, and each effect retains the tracker.
extension EffectGroup: TaskTracking {
  var isIdle: Bool { isWaiting }

  var hasWork: Bool { !isEmpty }

  var runningActivities: [NavigationActivity] {
    leaves.filter { !$0.isWaiting }.map(activity)
  }

  var waitingActivities: [NavigationActivity] { leaves.filter(\.isWaiting).map(activity) }

  func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    guard let run = WorkInProgress.current as? EffectRun, run.belongs(to: self),
      run.runs(in: task)
    else { return nil }
    return run.beginWaiting(for: reason)
  }

  private func activity(_ part: EffectPart) -> NavigationActivity {
    let core = tracker.map { "\($0.coreName): " } ?? ""
    return NavigationActivity(name: core + part.activityName, waitingFor: part.waitingFor)
  }
}

extension NavigationIssue {
  static func resigned(_ core: String, _ action: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "coreResigned"), severity: .abandoned,
      fact: "\(core) has resigned or is gone; the action \(action) was refused.",
      advice:
        "Stop the sender in `willDetach()`, or send the action there. In work that may outlive "
        + "the core, check `Task.isCancelled` before sending.", at: nil)
  }

  static func effectEnded(_ core: String, _ action: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "effectEnded"),
      fact: "An effect of \(core) sent \(action) after its closure had returned; it was refused.",
      advice: "Send only while the closure of `.run` runs: await the work that it starts.", at: nil)
  }

  static func effectFailed(_ core: String, _ action: String?, _ error: any Error) -> Self {
    NavigationIssue(
      code: .init(rawValue: "effectFailed"),
      fact: "An effect of \(core)\(action.map { ", started by \($0)," } ?? "") threw \(error).",
      advice: "Catch it inside the effect, or with `.catch(\(type(of: error)).self) { … }`.",
      at: nil)
  }
}
