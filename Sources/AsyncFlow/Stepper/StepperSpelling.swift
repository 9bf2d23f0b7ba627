import NavigationRuntime

/// The optional members of a stepper, with the types that the stepper declares.
///
/// If a type declares a member with a slightly different type, Swift silently uses the protocol's
/// default. ``Stepper`` therefore refines this protocol, whose associated types follow the stepper's
/// own declarations, and its defaults call those: an initial step may be of the flow's type, optional
/// or not, and metadata of any type of metadata.
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

/// Calls a stepper's own declarations.
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

/// A general-purpose stepper, whose type describes no screen.
@MainActor
protocol AnonymousStepper {}

extension DefaultStepper: AnonymousStepper {}
extension OneStepper: AnonymousStepper {}
extension CompositeStepper: AnonymousStepper {}
extension MockStepper: AnonymousStepper {}
