import TestSupport

/// The length of the random walks; one documented command makes them much longer.
enum WalkLength {
  /// The same seeds in every run, unless others are requested.
  ///
  /// Two apps can differ in ways that no specification settles. Each such difference that a long
  /// run finds is decided on, not met in CI.
  ///
  /// - Parameters:
  ///   - debug: The number of seeds.
  ///   - release: The number of seeds in optimised builds, which walk further in the same time.
  /// - Returns: The seeds.
  static func seeds(debug: UInt64, release: UInt64) -> [UInt64] {
    if let count = RunLength.number("NAVIGATION_WALK_SEEDS") { return SeededGenerator.seeds(count) }
    #if DEBUG
    return Array(1...debug)
    #else
    return Array(1...release)
    #endif
  }
}
