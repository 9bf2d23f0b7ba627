import Foundation
import NavigationRuntime

/// A stepper that a test speaks through.
@MainActor
public final class MockStepper: Stepper {
  /// Where its steps go.
  public let steps = AsyncReplaySubject<any Step>()
  /// What was emitted, oldest first.
  public private(set) var emittedSteps: [any Step] = []
  /// The initial step; see ``setInitialStep(_:)``.
  public private(set) var initialStep: any Step = NoneStep()
  /// Called when somebody takes the steps over, each time.
  public var onObservationStart: (@MainActor () -> Void)?
  private let clock: any NavigationClock

  /// Makes a stepper.
  ///
  /// - Parameter clock: Measures the wait of ``emit(_:waitFor:)``.
  public init(clock: any NavigationClock = LiveNavigationClock()) {
    self.clock = clock
  }

  /// Sets the initial step, before the stepper is contributed.
  ///
  /// - Parameter step: The step.
  public func setInitialStep(_ step: any Step) { initialStep = step }

  /// Emits a step.
  ///
  /// - Parameter step: The step.
  public func emit(_ step: any Step) {
    emittedSteps.append(step)
    steps.send(step)
  }

  /// Emits several steps.
  ///
  /// - Parameter steps: The steps, in order.
  public func emit(_ steps: [any Step]) {
    for step in steps { emit(step) }
  }

  /// Emits a step and then lets time pass; returns early if the task is cancelled.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - seconds: How long to wait, on the stepper's clock.
  public func emit(_ step: any Step, waitFor seconds: TimeInterval) async {
    emit(step)
    try? await clock.sleep(for: seconds)
  }

  /// Forgets what was emitted, and the initial step.
  public func reset() {
    emittedSteps = []
    initialStep = NoneStep()
  }

  /// Tells ``onObservationStart``.
  public func readyToEmitSteps() { onObservationStart?() }
}
