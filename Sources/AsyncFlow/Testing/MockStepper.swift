import Foundation
import NavigationRuntime

/// A scripted stepper for tests.
@MainActor
public final class MockStepper: Stepper {
  /// The subject of its steps.
  public let steps = AsyncReplaySubject<any Step>()
  /// The emitted steps, oldest first.
  public private(set) var emittedSteps: [any Step] = []
  /// The initial step; see ``setInitialStep(_:)``.
  public private(set) var initialStep: any Step = NoneStep()
  /// Called on the main actor each time a coordinator, or a test, begins to observe the steps.
  ///
  /// The observer has received the earlier steps by then, and receives those that the closure
  /// emits. A coordinator observes a stepper once, however often it is contributed.
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

  /// Emits a step, and then waits; returns early if the task is cancelled.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - seconds: The time to wait, on the stepper's clock.
  public func emit(_ step: any Step, waitFor seconds: TimeInterval) async {
    emit(step)
    try? await clock.sleep(for: seconds)
  }

  /// Clears the emitted steps and the initial step.
  public func reset() {
    emittedSteps = []
    initialStep = NoneStep()
  }

  /// Takes over the steps, and calls ``onObservationStart``.
  public func observeSteps(_ receive: @escaping @MainActor (any Step) -> Void) -> Cancellation {
    let subscription = steps.observeSteps(receive)
    onObservationStart?()
    return subscription
  }
}
