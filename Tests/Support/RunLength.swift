import Foundation

/// The length of the random runs, which variables of the environment set; see CONTRIBUTING.md.
public enum RunLength {
  /// Returns the seeds of a run, as many as `NAVIGATION_RANDOM_SEEDS` says.
  public static func seeds(_ standard: Int) -> [UInt64] {
    SeededGenerator.seeds(number("NAVIGATION_RANDOM_SEEDS") ?? standard)
  }

  /// Returns the number of operations for each seed, which is `NAVIGATION_RANDOM_OPERATIONS`.
  public static func operations(_ standard: Int) -> Int {
    number("NAVIGATION_RANDOM_OPERATIONS") ?? standard
  }

  /// Returns the number in a variable of the environment, from 1 on; `nil` if it is not set.
  public static func number(_ name: String) -> Int? {
    guard let text = ProcessInfo.processInfo.environment[name] else { return nil }
    guard let number = Int(text), number > 0 else {
      preconditionFailure("\(name) is \"\(text)\"; it must be a number from 1 on.")
    }
    return number
  }
}
