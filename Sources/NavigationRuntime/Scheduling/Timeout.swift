import Foundation

/// The timeout of a wait, in a test, for something that may never come.
///
/// The time is measured on a clock that always runs, whatever clock the context has, and counts
/// only while the main actor is free. It is spent in slices; after each one a turn is taken on the
/// global executor and back on the main actor. However late such a turn comes, it adds nothing to
/// the slice.
@MainActor
package final class Timeout {
  package static let sliceCount = 20

  /// Whether the time has been spent.
  package private(set) var isOver = false
  private var task: Task<Void, Never>?

  /// Starts the time.
  ///
  /// The closure is called once, when the time has been spent; not after ``end()``.
  package init(
    _ seconds: TimeInterval, on clock: any NavigationClock,
    whenOver: @escaping @MainActor () -> Void
  ) {
    let slice = seconds / Double(Self.sliceCount)
    task = Task { [weak self] in
      for _ in 0..<Self.sliceCount {
        guard (try? await clock.sleep(for: slice)) != nil else { return }
        await takePoolTurn()
      }
      guard let self, !Task.isCancelled else { return }
      isOver = true
      whenOver()
    }
  }

  deinit {
    task?.cancel()
  }

  /// Ends the wait, whether or not the time has been spent.
  package func end() {
    task?.cancel()
  }
}

extension ActivityTracker {
  /// Starts the timeout of a wait in a test.
  ///
  /// It ends when it is released.
  package func startTimeout(
    _ seconds: TimeInterval, whenOver: @escaping @MainActor () -> Void
  ) -> Timeout {
    Timeout(seconds, on: timeoutClock, whenOver: whenOver)
  }
}
