import Dispatch

/// Lets the work that is already in the main queue run.
enum Drain {
  /// Returns when all work that was in the main queue at the call has run.
  static func mainQueue() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
