/// What the recording doubles of one test wrote down, in order.
@MainActor
final class CallbackLog {
  private(set) var entries: [String] = []

  func write(_ entry: String) {
    entries.append(entry)
  }

  /// Returns what has been written since the last call.
  func take() -> [String] {
    defer { entries = [] }
    return entries
  }
}
