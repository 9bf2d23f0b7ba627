import NavigationRuntime

extension NavigationContext {
  /// Measures the timeouts of the context's tests on a clock that only the test advances.
  public func measureTimeouts() -> ManualNavigationClock {
    let clock = ManualNavigationClock()
    activity.timeoutClock = clock
    return clock
  }
}

extension ManualNavigationClock {
  /// Lets the timeout expire of the one call that waits on this clock, slice by slice.
  @MainActor
  public func spendTimeout() async {
    for _ in 0..<Timeout.sliceCount {
      await waitForSleepers()
      advance(by: timeToNextSleeper ?? 0)
    }
  }
}
