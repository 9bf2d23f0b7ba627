import NavigationRuntime

extension NavigationContext {
  /// Measures the patience of the context's tests on a clock that only the test advances.
  public func measurePatience() -> ManualNavigationClock {
    let clock = ManualNavigationClock()
    activity.patienceClock = clock
    return clock
  }
}

extension ManualNavigationClock {
  /// Spends the patience of the one call that waits on this clock, slice by slice.
  @MainActor
  public func spendPatience() async {
    for _ in 0..<Patience.sliceCount {
      await waitForSleepers()
      advance(by: timeToNextSleeper ?? 0)
    }
  }
}
