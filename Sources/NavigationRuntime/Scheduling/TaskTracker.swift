/// An activity source that knows the tasks in which its work runs.
@MainActor
package protocol TaskTracking: ActivitySource {
  /// Marks the work in a task as waiting for something outside.
  ///
  /// Returns a closure that ends the wait; `nil` if the task is not one of the source's.
  func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)?
}

extension TaskTracking {
  /// The identity of the current task among all living ones; `nil` outside of tasks.
  package static var currentTaskID: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}

/// The tasks that an app has started on its context or on one of its objects.
@MainActor
package final class TaskTracker: TaskTracking {
  private var entries: [Int: TaskEntry] = [:]
  private var nextNumber = 0
  /// The number of tasks that do not wait.
  private var runningCount = 0
  private var joined: [(activity: WeakReference<ActivityTracker>, listing: ActivityListing)] = []
  private let endWaiters = ContinuationList()

  package init() {}

  deinit {
    guard runningCount > 0 else { return }
    let trackers = joined.compactMap(\.activity.object)
    onMainActor { for tracker in trackers { tracker.sourceDidBecomeIdle() } }
  }

  /// Keeps a tracker from settling while a task runs, in addition to earlier ones.
  package func join(_ activity: ActivityTracker) {
    guard !joined.contains(where: { $0.activity.object === activity }) else { return }
    joined.removeAll { $0.activity.object == nil }
    joined.append((WeakReference(activity), activity.add(self)))
  }

  /// Keeps one tracker from settling while a task runs, and no other one any more.
  package func move(to activity: ActivityTracker) {
    let earlier = joined.filter { $0.activity.object !== activity }
    joined.removeAll { $0.activity.object !== activity }
    join(activity)
    for (_, listing) in earlier { listing.end() }
  }

  package func begin(
    _ name: String, _ body: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    let number = nextNumber
    nextNumber += 1
    let entry = TaskEntry(name: name, owner: self)
    entries[number] = entry
    runningCount += 1
    for (_, listing) in joined { listing.workDidBegin() }
    let task = WorkInProgress.$current.withValue(entry) {
      Task { [weak self] in
        await body()
        self?.end(number)
      }
    }
    entry.task = task
    return task
  }

  /// Whether the current task was started by a tracker, or in a task that was.
  nonisolated package static var isInTask: Bool { WorkInProgress.current is TaskEntry }

  /// Marks the work of the current task as waiting, whichever tracker it has.
  ///
  /// Returns a closure that ends the wait; `nil` if the task is not one of a tracker's.
  package static func beginWaitingInTask(for reason: String) -> (@MainActor () -> Void)? {
    guard let entry = WorkInProgress.current as? TaskEntry, let task = currentTaskID else {
      return nil
    }
    return entry.owner?.beginWaiting(for: reason, in: task)
  }

  /// Describes what the work of the current task calls now, for lists of what runs.
  package static func describeCall(_ call: (@MainActor () -> String?)?) {
    (WorkInProgress.current as? TaskEntry)?.call = call
  }

  package func cancelAll() {
    for entry in entries.values { entry.task?.cancel() }
  }

  /// Cancels all tasks, and counts them as ended.
  package func endAll() {
    let all = entries
    entries = [:]
    for entry in all.values { entry.end() }
  }

  /// Returns when no task apart from the calling one can continue by itself any more, or the calling
  /// task is cancelled.
  ///
  /// - Parameter reason: The reason for which the calling task's work counts as waiting meanwhile.
  /// - Returns: The tasks that wait for something outside.
  @discardableResult
  package func waitForEnd(for reason: String) async -> [NavigationActivity] {
    let own = WorkInProgress.current as? TaskEntry
    while entries.values.contains(where: { $0 !== own && $0.isRunning }), !Task.isCancelled {
      await endWaiters.wait {
        joined.lazy.compactMap(\.activity.object).first?.beginWaiting(for: reason)
          ?? Self.beginWaitingInTask(for: reason)
      }
    }
    return waitingActivities
  }

  private func end(_ number: Int) {
    entries.removeValue(forKey: number)?.hasEnded = true
  }

  fileprivate func taskDidChange(isRunning: Bool) {
    runningCount += isRunning ? 1 : -1
    // The one that is left may itself wait for the others.
    if !isRunning, runningCount <= 1 { endWaiters.resumeAll() }
    guard isIdle else { return }
    for (activity, _) in joined { activity.object?.sourceDidBecomeIdle() }
  }

  package func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    guard let entry = WorkInProgress.current as? TaskEntry, entry.owner === self,
      entry.task?.hashValue == task
    else { return nil }
    entry.waitingFor = reason
    return { entry.waitingFor = nil }
  }

  package var hasWork: Bool { !entries.isEmpty }

  package var isIdle: Bool { runningCount == 0 }

  package var runningActivities: [NavigationActivity] { activities { $0.reason == nil } }

  package var waitingActivities: [NavigationActivity] { activities { $0.reason != nil } }

  private func activities(where isMeant: (TaskEntry) -> Bool) -> [NavigationActivity] {
    entries.ordered { $0.key }.map(\.value).filter(isMeant)
      .map { NavigationActivity(name: $0.name, waitingFor: $0.reason ?? $0.call?()) }
  }
}

@MainActor
private final class TaskEntry: WorkInProgress.Part {
  let name: String
  var task: Task<Void, Never>?
  var hasEnded = false { didSet { noteChange() } }
  /// The reason for which the task waits for something outside.
  var waitingFor: String? { didSet { noteChange() } }
  /// A description of what the task calls, while that runs.
  var call: (@MainActor () -> String?)?
  /// The reason for which its child tasks wait, if the task waits only for them.
  private var childWaitingFor: String? { didSet { noteChange() } }
  private(set) var isRunning = true
  private(set) weak var owner: TaskTracker?

  init(name: String, owner: TaskTracker) {
    self.name = name
    self.owner = owner
  }

  var reason: String? { waitingFor ?? childWaitingFor }

  private func noteChange() {
    let isRunning = !hasEnded && reason == nil
    guard isRunning != self.isRunning else { return }
    self.isRunning = isRunning
    owner?.taskDidChange(isRunning: isRunning)
  }

  /// Cancels the task, and releases it: its task-local values retain the entry.
  func end() {
    hasEnded = true
    task?.cancel()
    task = nil
  }

  func setChildWait(_ reason: String?) { childWaitingFor = reason }
}

/// A handle on the work of a stepper or a core.
///
/// Releasing it has no effect; the work ends with the screen or flow of its object.
@MainActor
public struct WorkHandle: Sendable {
  private let task: Task<Void, Never>?

  package init(_ task: Task<Void, Never>?) {
    self.task = task
  }

  /// Cancels the work; does nothing if it has ended or was not started.
  public func cancel() { task?.cancel() }
}
