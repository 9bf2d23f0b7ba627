/// The tasks that an app has started through its context.
@MainActor
final class TrackedTasks: TaskHost {
  private struct Entry {
    let name: String
    var task: Task<Void, Never>?
    var waitingFor: String?
  }

  private var entries: [Int: Entry] = [:]
  private var nextNumber = 0
  private unowned let activity: ActivityTracker

  init(_ activity: ActivityTracker) {
    self.activity = activity
    activity.add(self)
  }

  func start(_ name: String, _ body: @escaping @MainActor () async -> Void) -> Cancellation {
    let number = nextNumber
    nextNumber += 1
    entries[number] = Entry(name: name)
    let task = Task { [weak self] in
      await body()
      self?.end(number)
    }
    entries[number]?.task = task
    return Cancellation { task.cancel() }
  }

  private func end(_ number: Int) {
    entries[number] = nil
    if isIdle { activity.sourceDidBecomeIdle() }
  }

  func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    guard let number = entries.first(where: { $0.value.task?.hashValue == task })?.key else {
      return nil
    }
    entries[number]?.waitingFor = reason
    if isIdle { activity.sourceDidBecomeIdle() }
    return { [weak self] in self?.entries[number]?.waitingFor = nil }
  }

  var isIdle: Bool { entries.values.allSatisfy { $0.waitingFor != nil } }

  var runningActivities: [NavigationActivity] { activities { $0.waitingFor == nil } }

  var waitingActivities: [NavigationActivity] { activities { $0.waitingFor != nil } }

  private func activities(where isMeant: (Entry) -> Bool) -> [NavigationActivity] {
    entries.sorted { $0.key < $1.key }.map(\.value).filter(isMeant)
      .map { NavigationActivity(name: $0.name, waitingFor: $0.waitingFor) }
  }
}
