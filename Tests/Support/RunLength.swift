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

  /// Returns the number in a variable of the environment; `nil` if it has none.
  public static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }
}
