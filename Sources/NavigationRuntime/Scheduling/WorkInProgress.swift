/// The work in which a task was started, as its child tasks see it.
package enum WorkInProgress {
  /// A step's handler, an effect, a task of the context: work that ``ActivityTracker/settled()``
  /// waits for.
  @MainActor
  package protocol Part: AnyObject, Sendable {
    /// Lets the work count as waiting, since its child tasks wait.
    ///
    /// - Parameter reason: What they wait for.
    /// - Returns: Called when one of them goes on; `nil` if the work has ended.
    func setAside(for reason: String) -> (@MainActor () -> Void)?
  }

  /// The work of the task that started the current one, or of the current one itself.
  ///
  /// A task that is no child inherits it, too: nothing tells the two apart.
  @TaskLocal package static var current: (any Part)?
}

/// The child tasks of a piece of work that wait for something outside.
///
/// The runtime knows when a child begins to wait and when it goes on, but not what other children
/// do meanwhile. So the work counts as waiting when one of them waits and, after the last news of
/// any, tasks have been given ``quietTurns`` turns.
@MainActor
final class ChildWaits {
  /// About a millisecond on an idle machine.
  private static let quietTurns = 100

  private let work: any WorkInProgress.Part
  private unowned let tracker: ActivityTracker
  private var reasons: [(number: Int, reason: String)] = []
  private var nextNumber = 0
  /// Lets the work count as running again.
  private var rejoin: (@MainActor () -> Void)?
  private var quiet: Task<Void, Never>?

  init(of work: any WorkInProgress.Part, in tracker: ActivityTracker) {
    self.work = work
    self.tracker = tracker
  }

  deinit { quiet?.cancel() }

  func begin(_ reason: String) -> Int {
    let number = nextNumber
    nextNumber += 1
    reasons.append((number, reason))
    restart()
    return number
  }

  func end(_ number: Int) {
    reasons.removeAll { $0.number == number }
    restart()
  }

  /// Something in the work has moved.
  func restart() {
    rejoin?()
    rejoin = nil
    quiet?.cancel()
    quiet = nil
    guard let (_, reason) = reasons.first else {
      tracker.childWaits[ObjectIdentifier(work)] = nil
      return
    }
    quiet = Task { [weak self] in
      for _ in 0..<Self.quietTurns where !Task.isCancelled { await Self.takeTurn() }
      guard !Task.isCancelled, let self else { return }
      rejoin = work.setAside(for: reason)
    }
  }

  /// Goes where child tasks run, behind those that are there, and comes back.
  private nonisolated static func takeTurn() async {
    await withCheckedContinuation { turn in _ = Task { turn.resume() } }
  }
}

extension ActivityTracker {
  /// Notes that a child task of work that is followed waits for something outside.
  ///
  /// - Returns: Called when it waits no more; `nil` if the task was not started in such work.
  func beginWaitingInChild(for reason: String) -> (@MainActor () -> Void)? {
    guard let work = WorkInProgress.current else { return nil }
    let id = ObjectIdentifier(work)
    let waits = childWaits[id] ?? ChildWaits(of: work, in: self)
    childWaits[id] = waits
    let number = waits.begin(reason)
    return { waits.end(number) }
  }
}
