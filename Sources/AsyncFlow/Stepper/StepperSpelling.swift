import NavigationRuntime

/// The optional members of a stepper, in whatever types a stepper declares them.
///
/// Swift takes a protocol's default where a type declares a member with a slightly different type, and
/// says nothing. So ``Stepper`` refines this protocol, whose associated types follow the stepper's own
/// declarations, and the defaults of `Stepper` ask them: an initial step may be of the flow's type,
/// optional or not, and so may metadata.
///
/// Types conform to ``Stepper``, not to this protocol alone.
@MainActor
public protocol StepperSpelling: AnyObject {
  /// The type of the stepper's own `initialStep`.
  associatedtype InitialStepType
  /// The type of the stepper's own `initialSteps`.
  associatedtype InitialStepsType
  /// The type of the stepper's own `metadata`.
  associatedtype MetadataType

  /// See ``Stepper/initialStep``.
  var initialStep: InitialStepType { get }

  /// See ``Stepper/initialSteps``.
  var initialSteps: InitialStepsType { get }

  /// See ``Stepper/metadata``.
  var metadata: MetadataType { get }
}

/// Asks a stepper's own declarations, whose types only the stepper knows.
extension OwnSpelling {
  static func initialStep<S: StepperSpelling>(of stepper: S) -> S.InitialStepType {
    stepper.initialStep
  }

  static func initialSteps<S: StepperSpelling>(of stepper: S) -> S.InitialStepsType {
    stepper.initialSteps
  }

  static func metadata<S: StepperSpelling>(of stepper: S) -> S.MetadataType {
    stepper.metadata
  }
}

/// A stepper that belongs to no screen in particular, so that its type says nothing about one.
@MainActor
protocol AnonymousStepper {}

extension DefaultStepper: AnonymousStepper {}
extension OneStepper: AnonymousStepper {}
extension CompositeStepper: AnonymousStepper {}
extension MockStepper: AnonymousStepper {}
