import Foundation

/// How long a test waits for something that may never come.
///
/// It is measured on a clock that always runs, whatever clock the context has, and counts only while
/// the main actor is free: the time is spent in slices, and after each one a turn is taken where
/// work runs and back on the main actor. However late such a turn comes, the slice has its
/// length.
@MainActor
package final class Patience {
  /// In how many slices the time is spent.
  package static let sliceCount = 20

  /// Whether the time has been spent.
  package private(set) var isOver = false
  private var task: Task<Void, Never>?

  /// Begins to wait.
  ///
  /// - Parameters:
  ///   - seconds: How long.
  ///   - clock: What measures it.
  ///   - whenOver: Called once, when the time has been spent; not after ``end()``.
  package init(
    _ seconds: TimeInterval, on clock: any NavigationClock,
    whenOver: @escaping @MainActor () -> Void
  ) {
    let slice = seconds / Double(Self.sliceCount)
    task = Task { [weak self] in
      for _ in 0..<Self.sliceCount {
        guard (try? await clock.sleep(for: slice)) != nil else { return }
        await takeTurn()
      }
      guard let self, !Task.isCancelled else { return }
      isOver = true
      whenOver()
    }
  }

  deinit {
    task?.cancel()
  }

  /// Ends the wait, whether the time has been spent or not.
  package func end() {
    task?.cancel()
  }
}

/// Waits behind the work that was started before, where it runs, and comes back.
///
/// A task of its own, as work is, which nothing awaits: awaiting would raise its priority, and it
/// would pass by what it is to wait behind. It has nothing to do that could be cancelled.
package nonisolated func takeTurn() async {
  await withCheckedContinuation { turn in _ = Task { turn.resume() } }
}

extension ActivityTracker {
  /// Begins to wait for as long as a test is willing to.
  ///
  /// - Parameters:
  ///   - seconds: How long; counted only while the main actor is free.
  ///   - whenOver: Called once, when the time has been spent.
  /// - Returns: The wait; released, it ends.
  package func patience(
    _ seconds: TimeInterval, whenOver: @escaping @MainActor () -> Void
  ) -> Patience {
    Patience(seconds, on: patienceClock, whenOver: whenOver)
  }
}
