/// A stepper that emits what it is told to, for flows that need no view model.
@MainActor
public final class DefaultStepper: Stepper {
  /// Where to send steps.
  public let steps = AsyncReplaySubject<any Step>()

  /// Makes a stepper without an initial step.
  public init() {}
}
