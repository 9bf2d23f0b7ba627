import NavigationRuntime

/// An emitter of steps, usually a view model.
///
/// A flow contributes a stepper together with its screen; the coordinator then handles its steps, in
/// order, until the screen leaves. The coordinator retains the stepper meanwhile; see ``NoSteps`` for
/// the exception.
///
/// ```swift
/// @MainActor
/// final class MovieListViewModel: FlowStepper {
///   @Steps<MovieStep> var steps
///
///   func movieTapped(id: Int) { steps.send(.movieDetail(id: id)) }
/// }
/// ```
///
/// Steps that are sent before the stepper is contributed are kept, unless ``steps`` is an
/// `AsyncPassthroughSubject`.
@MainActor
public protocol Stepper: StepperSpelling {
  /// The type of the source: a ``StepSource``, or a subject or stream of `any Step`.
  associatedtype StepSequence

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
    return step.isNone ? [] : [step]
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
}

extension Stepper where StepSequence: StepSource {
  /// Observes ``steps``.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation { steps.observeSteps(receive) }
}

extension Stepper where StepSequence == AsyncReplaySubject<any Step> {
  /// Observes ``steps``.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation { steps.observeSteps(receive) }
}

extension Stepper where StepSequence == AsyncPassthroughSubject<any Step> {
  /// Observes ``steps``.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation { steps.observeSteps(receive) }
}

extension Stepper where StepSequence == AsyncStream<any Step> {
  /// Observes ``steps``.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation { steps.observeSteps(receive) }
}

/// Another name for ``Stepper``, for a file that imports SwiftUI, too, which has a `Stepper` as well.
public typealias FlowStepper = Stepper

/// A property wrapper that stores a stepper's subject of steps.
///
/// With the type of the steps, `send` accepts that type only, and its cases need no prefix:
///
/// ```swift
/// final class LoginViewModel: FlowStepper {
///   @Steps<LoginStep> var steps
///
///   func registerTapped() { steps.send(.register) }
/// }
/// ```
///
/// `@Steps var steps` accepts steps of every type.
@propertyWrapper
@MainActor
public struct Steps<StepType: Sendable> {
  /// The subject; keeps all steps until the first consumer takes them over.
  public let wrappedValue: AsyncReplaySubject<StepType>

  /// Makes a subject of steps of every type.
  ///
  /// - Parameter bufferSize: The number of recent steps for a late subscriber that does not take the
  ///   steps over, unlike a coordinator.
  @_disfavoredOverload  // A type that is no step then fails to conform to `Step`.
  public init(bufferSize: Int = 1) where StepType == any Step {
    wrappedValue = AsyncReplaySubject(bufferSize: bufferSize)
  }

  /// Makes a subject of steps of one type.
  ///
  /// - Parameter bufferSize: The number of recent steps for a late subscriber that does not take the
  ///   steps over, unlike a coordinator.
  public init(bufferSize: Int = 1) where StepType: Step {
    wrappedValue = AsyncReplaySubject(bufferSize: bufferSize)
  }
}

/// A stepper whose steps are sent from outside, for flows without a view model.
///
/// A flow that starts with it, and with no step that was sent to it, waits for no first step: deep
/// links and kept steps are handled at once. If the first step comes later, start the flow then, or
/// with a stepper of its own type.
@MainActor
public final class DefaultStepper: Stepper {
  /// The subject to send steps to.
  public let steps = AsyncReplaySubject<any Step>()

  /// Makes a stepper without an initial step.
  public init() {}
}

/// A stepper with a single step, its initial one.
///
/// ```swift
/// coordinator.coordinate(flow: appFlow, with: OneStepper(.launch))
/// ```
///
/// The step's type is a generic parameter, so that `OneStepper(.movieList)` compiles where the flow
/// is known.
@MainActor
public final class OneStepper<StepType: Sendable>: Stepper {
  /// The source, which emits no steps.
  public let steps = NoSteps()
  private let step: StepType

  /// Makes a stepper.
  ///
  /// - Parameter step: The step. A value that is not a `Step` counts as none.
  public init(_ step: StepType) {
    self.step = step
  }

  /// Makes a stepper.
  ///
  /// - Parameter step: The step. A value that is not a `Step` counts as none.
  public init(withSingleStep step: StepType) {
    self.step = step
  }

  /// The step.
  public var initialStep: any Step { (step as? any Step) ?? NoneStep() }
}

/// Several steppers as one.
///
/// Its screen has the metadata of the first inner stepper that declares any; else the flow's for the
/// step; else that of the type of the first inner stepper that is not one of the library's.
///
/// Its initial steps are those of the inner steppers, in order, followed by the steps that they emit.
/// No step that they keep is lost, nor one that is sent in ``Stepper/readyToEmitSteps()``. ``steps``
/// also contains the initial steps: until a coordinator takes the steps over, a listener receives all
/// of them, and a stepper that passes on ``steps`` alone loses none.
@MainActor
public final class CompositeStepper: Stepper {
  /// The merged steps of the inner steppers, initial steps first.
  public let steps = AsyncReplaySubject<any Step>(keepingAllForListeners: ())
  let steppers: [any Stepper]
  private let initialCount: Int
  private var subscriptions: [Cancellation] = []
  /// The streams of inner steppers, which are read before a coordinator is known.
  private let readers = StreamReaders()

  /// Makes a stepper of several.
  ///
  /// - Parameter steppers: The inner steppers; retained. One that is listed twice, or is also inside
  ///   a listed composite, counts once. Two listed composites must not share a stepper: its steps
  ///   would be emitted twice.
  public init(steppers: [any Stepper]) {
    // One inside a composite stands there: the composite may have taken over its steps.
    var known = Set(steppers.flatMap(Self.steppers(inside:)).map { ObjectIdentifier($0) })
    let steppers = steppers.filter { known.insert(ObjectIdentifier($0)).inserted }
    self.steppers = steppers
    let initial = steppers.flatMap { $0.initialSteps }
    initialCount = initial.count
    for step in initial { steps.send(step) }
    subscriptions = readers.reading {
      steppers.map { stepper in stepper.observeSteps { [steps] in steps.send($0) } }
    }
  }

  private static func steppers(inside stepper: any Stepper) -> [any Stepper] {
    guard let composite = stepper as? CompositeStepper else { return [] }
    return composite.steppers + composite.steppers.flatMap(steppers(inside:))
  }

  /// The initial steps of the inner steppers, in order.
  ///
  /// A coordinator that has read them does not receive them from ``steps`` again.
  public var initialSteps: [any Step] {
    steps.consumerHasTaken(first: initialCount)
    return steppers.flatMap { $0.initialSteps }
  }

  /// The first initial step.
  ///
  /// A coordinator that has read it does not receive it from ``steps`` again.
  public var initialStep: any Step {
    steps.consumerHasTaken(first: min(1, initialCount))
    for stepper in steppers {
      if let step = stepper.initialSteps.first { return step }
    }
    return NoneStep()
  }

  /// Takes over the steps of the inner steppers.
  public func observeSteps(_ receive: @escaping @MainActor (any Step) -> Void) -> Cancellation {
    if let current = StreamReaders.current { readers.join(current) }
    return steps.observeSteps(receive)
  }

  /// Calls `readyToEmitSteps()` of the inner steppers, in order.
  public func readyToEmitSteps() {
    for stepper in steppers { stepper.readyToEmitSteps() }
  }
}

/// The empty source of a stepper that has only initial steps.
///
/// A coordinator does not retain such a stepper, unless it was contributed with a screen.
public struct NoSteps: StepSource {
  /// Makes the source.
  public init() {}

  /// Does nothing.
  public func observeSteps(
    _ receive: @escaping @MainActor (any Step) -> Void
  ) -> Cancellation { Cancellation {} }
}
