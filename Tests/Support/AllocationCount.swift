import Allocations

/// The number of heap allocations of the current thread, for tests of what costs none.
///
/// Counts each call of `malloc`, `calloc`, `realloc`, `memalign` and their siblings that Swift and the
/// C library make; it counts neither bytes nor calls of `free`. The C target in `Allocations/` does
/// the counting, by the means that the platform has: functions that precede the C library's on Linux,
/// the hook for logging tools on Apple's platforms, the allocator's hooks under a sanitizer.
///
/// The count is exact and independent of tests that run in parallel, because each thread has its own.
/// Two readings can be compared if no suspension lies between them.
public enum AllocationCount {
  /// Whether this build counts allocations; a test that needs the count is disabled otherwise.
  public static var isAvailable: Bool { allocations_are_counted() }

  /// The number of allocations of the current thread so far.
  public static var now: Int { Int(allocations_of_this_thread()) }

  /// Returns the number of allocations that a piece of code makes.
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
