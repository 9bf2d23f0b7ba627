import Dispatch

/// Lets what the main actor has been given before come to its end.
enum Drain {
  /// Returns when all that was in the main queue at the call has run.
  static func mainQueue() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
