/// An emitter of steps, usually a view model.
///
/// A flow contributes a stepper together with its screen; the coordinator then handles its steps, in
/// order, until the screen leaves. The coordinator retains the stepper meanwhile; see ``NoSteps`` for
/// the exception.
///
/// ```swift
/// @MainActor
/// final class MovieListViewModel: FlowStepper {
///   @Steps var steps
///
///   func movieTapped(id: Int) { steps.send(MovieStep.movieDetail(id: id)) }
/// }
/// ```
///
/// Steps that are sent before the stepper is contributed are kept.
@MainActor
public protocol Stepper: StepperSpelling {
  /// The type of the source: a subject or a stream.
  associatedtype StepSequence: StepSource

  /// The source of the steps; always the same one.
  var steps: StepSequence { get }

  /// The first step, handled before all others whether or not the screen is visible.
  ///
  /// `NoneStep` if there is none, which is the default.
  var initialStep: any Step { get }

  /// All initial steps, in order; by default just the ``initialStep``.
  var initialSteps: [any Step] { get }

  /// Called once for each contribution, when the coordinator has taken over the steps.
  ///
  /// The initial steps are queued by then, and are handled before the steps emitted in this method.
  func readyToEmitSteps()

  /// The metadata of this stepper's screen; by default derived from the stepper's type.
  var metadata: any FlowMetadata { get }

  /// Takes over the steps. Called by coordinators; by default observes ``steps``.
  ///
  /// - Parameter receive: Called on the main actor with each step, in order.
  /// - Returns: The handle that keeps the closure subscribed.
  func observeSteps(_ receive: @escaping @MainActor (any Step) -> Void) -> Cancellation
}

extension Stepper {
  /// The stepper's own initial step if it is of another type; else none.
  public var initialStep: any Step {
    guard InitialStepType.self != (any Step).self else { return NoneStep() }
    return OwnSpelling.initialStep(of: self) as? any Step ?? NoneStep()
  }

  /// The stepper's own initial steps if they are of another type; else just the initial step, if
  /// there is one.
  public var initialSteps: [any Step] {
    if InitialStepsType.self != [any Step].self,
      let own = OwnSpelling.initialSteps(of: self) as? [any Step]
    {
      return own
    }
    let step = initialStep
    return step is NoneStep ? [] : [step]
  }

  /// Does nothing.
  public func readyToEmitSteps() {}

  /// The stepper's own metadata if it is of another type; else derived from the stepper's type.
  public var metadata: any FlowMetadata {
    if MetadataType.self != (any FlowMetadata).self,
      let own = OwnSpelling.metadata(of: self) as? any FlowMetadata
    {
      return own
    }
    return AutoFlowMetadata(defaultOf: type(of: self))
  }

  /// Observes ``steps``.
  ///
  /// - Parameter receive: Called on the main actor with each step, in order.
  /// - Returns: The handle that keeps the closure subscribed.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation {
    steps.observeSteps(receive)
  }
}

/// Another name for ``Stepper``.
public typealias FlowStepper = Stepper
