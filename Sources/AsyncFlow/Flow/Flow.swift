import NavigationRuntime

/// A part of the app's navigation, which turns steps into screens.
///
/// A flow owns a root, usually a container, and handles the steps of the steppers it contributes,
/// one at a time and in order. Its steps have one type, or any:
///
/// ```swift
/// final class MovieFlow: Flow {
///   var root: any Presentable { navigationController }
///   private let navigationController = PlatformNavigationController()
///
///   func navigate(to step: MovieStep) async -> FlowContributors {
///     switch step {
///     case .movieList:
///       let viewModel = MovieListViewModel()
///       let screen = MovieListViewController(viewModel: viewModel)
///       navigationController.pushViewController(screen, animated: true)
///       return .one(.contribute(presentable: screen, stepper: viewModel))
///     case .movieDetail:
///       navigationController.pushViewController(PlatformViewController(), animated: true)
///       return .none
///     }
///   }
/// }
/// ```
///
/// A flow lives until it answers with an end, its root leaves the tree, or its coordinator is
/// released. The coordinator retains it meanwhile.
@MainActor
public protocol Flow: Presentable, FlowSpelling {
  /// The type of its steps; `any Step` for a flow that receives all types.
  associatedtype StepType: Sendable

  /// The element that shows the flow on screen; always the same object.
  var root: any Presentable { get }

  /// Handles a step: navigates, and returns the contributors.
  ///
  /// Called on the main actor, one step at a time, when no transition runs in the root's window.
  /// Steps that arrive while it is suspended wait, so it must not await anything that needs one of
  /// them.
  ///
  /// - Parameter step: The step, as returned by `adapt`.
  /// - Returns: The next screens and steppers, steps to forward, or the end of the flow.
  func navigate(to step: StepType) async -> FlowContributors

  /// Lets a step through, replaces it, or stops it, before it is handled.
  ///
  /// Part of handling the step: no later step of the flow overtakes it. A flow declares it once, in
  /// one of several forms: with its own type of steps or `any Step`, with an optional result or not,
  /// `async` or not, throwing or not. An error stops the step and is reported, apart from
  /// a cancellation.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step to handle; `nil` or `NoneStep` to stop here. By default the same step.
  func adapt(step: StepType) async -> StepType?

  // A requirement with an inlinable default: it is compiled with the flow, for its own type of steps.
  // Otherwise each value of that type would take memory from the task, and the type of the optional
  // one would be looked up at each step.
  /// Calls ``adapt(step:)`` for the coordinator. Do not implement it.
  func _adapt(any step: any Step) async -> (any Step)?

  /// Returns the metadata of a step, for stacks and logs; `nil` by default.
  ///
  /// - Parameter step: The step.
  /// - Returns: Its metadata; `nil` to show the step's description.
  func metadata(for step: any Step) -> (any FlowMetadata)?

  /// The metadata of the screens in the flow, bottom first; by default none.
  var currentStackMetadata: [any FlowMetadata] { get }

  /// Emits when ``currentStackMetadata`` has changed; by default never.
  var metadataDidChange: AsyncStream<Void> { get }
}

extension Flow {
  /// The root.
  public var representative: any Presentable { root }

  /// Calls the flow's own `adapt` if it has another form; else lets every step through.
  @_disfavoredOverload
  public func adapt(step: StepType) async -> StepType? {
    if AdaptParameter.self == StepType.self, AdaptResult.self == StepType?.self,
      AdaptError.self == Never.self
    {
      DefaultImplementation.adapt.didAnswer(for: self)
      return step
    }
    guard let parameter = step as? AdaptParameter else {
      // An `adapt` for one type of steps in a flow of all types lets the others through.
      if StepType.self != (any Step).self {
        reportSpelling("adapt(step:)", AdaptParameter.self, StepType.self)
      }
      return step
    }
    do {
      return try await OwnSpelling.adapt(self, parameter) as? StepType
    } catch {
      // The end of the flow cancels its `adapt`, which may throw any error then.
      if !Task.isCancelled, !(error is CancellationError) {
        report(.adaptFailed(Self.self, step, error))
      }
      return nil
    }
  }

  /// Calls the flow with a step of its type; stops any other.
  ///
  /// Flows of untyped steps also stop a step with a value that is no step.
  @inlinable
  @inline(__always)
  public func _adapt(any step: any Step) async -> (any Step)? {
    guard let typedStep = step.typed(as: StepType.self),
      let answer = await adapt(step: typedStep)
    else { return nil }
    return step.step(of: answer)
  }

  /// Calls the flow's own `metadata(for:)` if it has another form; else returns `nil`.
  @_disfavoredOverload
  public func metadata(for step: any Step) -> (any FlowMetadata)? {
    if MetadataParameter.self == (any Step).self, MetadataResult.self == (any FlowMetadata)?.self {
      return nil
    }
    guard let parameter = step as? MetadataParameter else { return nil }
    return OwnSpelling.metadata(of: self, for: parameter) as? any FlowMetadata
  }

  /// The flow's own metadata if it is of another type; else empty.
  public var currentStackMetadata: [any FlowMetadata] {
    guard MetadataStack.self != [any FlowMetadata].self else { return [] }
    if let own = OwnSpelling.currentStackMetadata(of: self) as? [any FlowMetadata] { return own }
    reportSpelling("currentStackMetadata", MetadataStack.self, [any FlowMetadata].self)
    return []
  }

  /// The flow's own changes if they are of another type; else a stream that ends at once.
  public var metadataDidChange: AsyncStream<Void> {
    guard MetadataChanges.self != AsyncStream<Void>.self else { return AsyncStream { $0.finish() } }
    if let own = OwnSpelling.metadataDidChange(of: self) as? any ChangeSource { return own.pulses }
    reportSpelling("metadataDidChange", MetadataChanges.self, AsyncStream<Void>.self)
    return AsyncStream { $0.finish() }
  }

  private func reportSpelling(_ member: String, _ own: Any.Type, _ type: Any.Type) {
    report(.cannotConvert(member, of: Self.self, own, to: type))
  }

  /// Reports an issue to the context of the flow's coordinator, else to that of its root.
  private func report(_ issue: NavigationIssue) {
    let context = FlowReadiness.node(of: self)?.engine.context ?? .of(self)
    context.issues.report(issue)
  }
}

/// Detects whether a type of flows declares a member of its own: the default implementation records
/// its call.
@MainActor
struct DefaultImplementation {
  /// The default `adapt`.
  ///
  /// The answer is fixed at compile time, so the first step decides it for the type. Later steps
  /// skip the default `adapt`.
  static var adapt = Self()
  /// The default `isVisibleStream` and `onDismissed`.
  static var presentation = Self()

  /// The type of the flow for which the default was called last; `nil` once that was taken.
  private var latest: ObjectIdentifier?

  mutating func didAnswer(for flow: AnyObject) { latest = ObjectIdentifier(type(of: flow)) }

  /// Takes the latest call; returns whether it was for a flow of this type.
  mutating func takeAnswer(for flow: AnyObject) -> Bool {
    defer { latest = nil }
    return latest == ObjectIdentifier(type(of: flow))
  }
}

extension Flow {
  /// Waits until the flow is ready: its first step is done, and so are those of the flows that it
  /// started.
  ///
  /// Once the flow is ready, returns at once. A flow whose first step was filtered or refused is
  /// ready, too. So is one that starts without a step, with a ``DefaultStepper`` to which no step was
  /// sent, or with a ``CompositeStepper`` of such steppers; another stepper's first step may come
  /// later. A stepper that is added after the start does not make the flow ready.
  ///
  /// Does not wait for the next start of a flow that has ended; a block of ``Flows`` does.
  ///
  /// - Returns: `false` if the flow ended before, or the waiting task was cancelled; also in the body of
  ///   a transaction, or in a handler, for whose end the flow waits, which is reported.
  public var flowReady: Bool {
    get async { await FlowReadiness.of(self).isReady() }
  }
}

/// Detects whether a flow declares its own `isVisibleStream` or `onDismissed` besides its root's.
@MainActor
enum OwnPresentation {
  /// The types of flows that declare neither.
  private static var silent: Set<ObjectIdentifier> = []

  /// Observes a flow's own streams and its root, whose visibility counts unless the flow declares
  /// its own.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - root: The root; `nil` to observe the flow's own streams alone.
  ///   - sink: Called like that of `observePresentation(_:)`.
  /// - Returns: The handle; `nil` if nothing is observed.
  static func observe(
    _ flow: any Flow, and root: (any Presentable)?,
    _ sink: @escaping @MainActor (PresentationEvent) -> Void
  ) -> Cancellation? {
    let (visibility, dismissal) = streams(of: flow)
    let hasVisibility = visibility != nil
    guard hasVisibility || dismissal != nil else { return root?.observePresentation(sink) }
    let handles = [
      visibility?.read { sink(.visible($0)) },
      dismissal?.read(first: { sink(.dismissed) }),
      root?.observePresentation { event in
        if event == .dismissed || !hasVisibility { sink(event) }
      },
    ]
    return Cancellation { for handle in handles { handle?.cancel() } }
  }

  /// The streams that a flow declares itself.
  private static func streams(
    of flow: any Flow
  ) -> (visibility: AsyncStream<Bool>?, dismissal: AsyncStream<Void>?) {
    let type = ObjectIdentifier(Swift.type(of: flow))
    guard !silent.contains(type), !(flow is any NavigationContainer) else { return (nil, nil) }
    func own<Element>(_ stream: AsyncStream<Element>) -> AsyncStream<Element>? {
      DefaultImplementation.presentation.takeAnswer(for: flow) ? nil : stream
    }
    // An earlier call does not count.
    _ = DefaultImplementation.presentation.takeAnswer(for: flow)
    let visibility = own(flow.isVisibleStream)
    let dismissal = own(flow.onDismissed)
    if visibility == nil, dismissal == nil { silent.insert(type) }
    return (visibility, dismissal)
  }
}

extension Flow {
  /// The root's stream.
  public var isVisibleStream: AsyncStream<Bool> {
    let root = nextRepresentative
    let stream = root === self ? AsyncStream { $0.finish() } : root.isVisibleStream
    // Last, because the root may be a flow with the same default.
    DefaultImplementation.presentation.didAnswer(for: self)
    return stream
  }

  /// The root's stream.
  public var onDismissed: AsyncStream<Void> {
    let root = nextRepresentative
    let stream = root === self ? AsyncStream { $0.finish() } : root.onDismissed
    DefaultImplementation.presentation.didAnswer(for: self)
    return stream
  }

  /// Observes the root and, if the flow declares them, its own streams.
  ///
  /// The first dismissal, of either, dismisses the flow. The root's visibility counts unless the
  /// flow declares its own.
  public func observePresentation(
    _ sink: @escaping @MainActor (PresentationEvent) -> Void
  ) -> Cancellation {
    let root = nextRepresentative
    let handle = OwnPresentation.observe(self, and: root === self ? nil : root, sink)
    return handle ?? Cancellation {}
  }
}
