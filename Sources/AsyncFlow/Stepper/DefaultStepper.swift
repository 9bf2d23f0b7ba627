/// A stepper whose steps are sent from outside, for flows without a view model.
@MainActor
public final class DefaultStepper: Stepper {
  /// The subject to send steps to.
  public let steps = AsyncReplaySubject<any Step>()

  /// Makes a stepper without an initial step.
  public init() {}
}
