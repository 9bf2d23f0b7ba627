/// The entries of one test's recording doubles, in order.
@MainActor
final class CallbackLog {
  private(set) var entries: [String] = []

  func write(_ entry: String) {
    entries.append(entry)
  }

  /// Returns the entries since the last call.
  func take() -> [String] {
    defer { entries = [] }
    return entries
  }
}
