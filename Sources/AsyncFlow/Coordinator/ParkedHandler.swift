/// A suspended handler whose wait the machine tracks.
@MainActor
final class ParkedHandler {
  /// The awaited event, for diagnostics.
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
