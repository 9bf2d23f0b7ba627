import NavigationRuntime

/// The source of a stepper that has only initial steps: nothing can be sent, and nothing comes.
///
/// A coordinator does not keep such a stepper, unless it was contributed with a screen.
public struct NoSteps: StepSource {
  /// Makes the source.
  public init() {}

  /// Takes over nothing.
  ///
  /// - Parameter receive: Never called.
  /// - Returns: A handle on nothing.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation { Cancellation {} }
}
