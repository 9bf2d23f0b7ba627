import Allocations

/// Counts the allocations of code, for tests of its cost.
///
/// Exact, and independent of other running tests: each thread has its own count. Two readings are
/// comparable if there is no suspension between them.
public enum AllocationCount {
  /// Whether allocations can be counted in this build; a test that needs it is disabled otherwise.
  public static var isAvailable: Bool { allocations_are_counted() }

  /// The number of allocations of the current thread so far.
  public static var now: Int { Int(allocations_of_this_thread()) }

  /// Counts the allocations of a closure.
  ///
  /// - Parameter body: The code to run.
  /// - Returns: The number of allocations.
  @inline(never)
  public static func during(_ body: () -> Void) -> Int {
    let before = now
    body()
    return now - before
  }
}
