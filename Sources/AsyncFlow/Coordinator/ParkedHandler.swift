/// A handler that waits for something that the machine knows of.
@MainActor
final class ParkedHandler {
  /// What it waits for, for people.
  let reason: String
  private var isResumed = false
  private var continuation: CheckedContinuation<Void, Never>?

  init(_ reason: String) {
    self.reason = reason
  }

  func wait() async {
    guard !isResumed else { return }
    await withCheckedContinuation { continuation = $0 }
  }

  func resume() {
    isResumed = true
    continuation?.resume()
    continuation = nil
  }
}
