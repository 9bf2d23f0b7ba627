import Foundation

/// The length of the random runs; documented variables make them much longer.
enum RunLength {
  static let seeds = number("NAVIGATION_RANDOM_SEEDS") ?? 20
  static let operations = number("NAVIGATION_RANDOM_OPERATIONS") ?? 5_000
  static let delegateSeeds = number("NAVIGATION_RANDOM_SEEDS") ?? 10
  static let delegateRounds = number("NAVIGATION_RANDOM_OPERATIONS") ?? 600

  static let hierarchyRounds = number("NAVIGATION_RANDOM_OPERATIONS") ?? 600

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }
}
