import Foundation

/// A random number generator that returns the same numbers for the same seed (SplitMix64).
///
/// A test that uses one prints the seed when it fails. Set `NAVIGATION_SEED` to that number to run
/// it again with the same numbers.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The origin of the numbers.
  public let seed: UInt64
  private var state: UInt64

  /// Makes a generator from a seed.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to one less than `bound`.
  public mutating func next(below bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &self)
  }

  /// Returns `true` with a probability in percent.
  public mutating func happens(percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  /// Returns seeds for a test that is run several times.
  ///
  /// They follow from one base seed, which CI draws anew for each run and prints; each seed is also
  /// in the output of its test. Without a base seed in the environment they are fresh.
  ///
  /// - Parameter count: The number of seeds.
  /// - Returns: The seeds that follow from `NAVIGATION_BASE_SEED`, or the one in `NAVIGATION_SEED`
  /// alone.
  public static func seeds(_ count: Int) -> [UInt64] {
    if let seed = number("NAVIGATION_SEED") { return [seed] }
    var base = SeededGenerator(
      seed: number("NAVIGATION_BASE_SEED") ?? UInt64.random(in: 0...UInt64.max))
    return (0..<count).map { _ in base.next() }
  }

  private static func number(_ name: String) -> UInt64? {
    guard let text = ProcessInfo.processInfo.environment[name] else { return nil }
    guard let number = UInt64(text) else {
      preconditionFailure("\(name) is \"\(text)\"; it must be a number from 0 on.")
    }
    return number
  }
}
