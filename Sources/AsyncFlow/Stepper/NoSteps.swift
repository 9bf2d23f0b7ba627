import NavigationRuntime

/// The empty source of a stepper that has only initial steps.
///
/// A coordinator does not retain such a stepper, unless it was contributed with a screen.
public struct NoSteps: StepSource {
  /// Makes the source.
  public init() {}

  /// Does nothing.
  ///
  /// - Parameter receive: Never called.
  /// - Returns: A handle without effect.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation { Cancellation {} }
}
