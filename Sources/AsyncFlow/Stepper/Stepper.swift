/// Who emits steps, usually a view model.
///
/// A flow contributes a stepper together with the screen it belongs to; the coordinator then
/// handles what it emits, in order, for as long as the screen is there. The coordinator keeps the
/// stepper meanwhile; see ``NoSteps`` for one that emits nothing.
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
  /// A subject or a stream.
  associatedtype StepSequence: StepSource

  /// Where the steps come from; always the same one.
  var steps: StepSequence { get }

  /// The first step, handled before all others whether or not the screen is visible.
  ///
  /// `NoneStep` if there is none, which is the default.
  var initialStep: any Step { get }

  /// All first steps, in order; by default just the ``initialStep``.
  var initialSteps: [any Step] { get }

  /// Called once for each contribution, when what is emitted from now on will be handled.
  ///
  /// By then the initial step is queued, so that it is handled before what is emitted in here.
  func readyToEmitSteps()

  /// What people should read about this stepper's screen; by default made from the stepper's type.
  var metadata: any FlowMetadata { get }

  /// Takes over the steps. Called by coordinators; the default asks ``steps``.
  ///
  /// - Parameter receive: Called on the main actor with each step, in order.
  /// - Returns: The handle that keeps the closure subscribed.
  func observeSteps(_ receive: @escaping @MainActor (any Step) -> Void) -> Cancellation
}

extension Stepper {
  /// The stepper's own first step if it is of another type; else none.
  public var initialStep: any Step {
    guard InitialStepType.self != (any Step).self else { return NoneStep() }
    return OwnSpelling.initialStep(of: self) as? any Step ?? NoneStep()
  }

  /// The stepper's own first steps if they are of another type; else just the initial step, if there
  /// is one.
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

  /// The stepper's own metadata if it is of another type; else made from the stepper's type.
  public var metadata: any FlowMetadata {
    if MetadataType.self != (any FlowMetadata).self,
      let own = OwnSpelling.metadata(of: self) as? any FlowMetadata
    {
      return own
    }
    return AutoFlowMetadata(defaultOf: type(of: self))
  }

  /// Asks ``steps``.
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
