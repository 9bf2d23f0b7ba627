import Allocations

/// How often the heap is asked for memory, so that tests can say what costs none.
///
/// Exact, and undisturbed by tests that run beside: each thread has a count of its own. Two readings
/// can be compared if no suspension lies between them.
public enum AllocationCount {
  /// Whether allocations can be counted in this build; a test that needs it is disabled otherwise.
  public static var isAvailable: Bool { allocations_are_counted() }

  /// How often the current thread has asked so far.
  public static var now: Int { Int(allocations_of_this_thread()) }

  /// How often a piece of code asks.
  ///
  /// - Parameter body: What to run.
  /// - Returns: The number of allocations.
  @inline(never)
  public static func during(_ body: () -> Void) -> Int {
    let before = now
    body()
    return now - before
  }
}
