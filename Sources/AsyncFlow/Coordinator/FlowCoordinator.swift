import NavigationRuntime

/// Handles the steps of an app: takes them from steppers, delivers them to flows, and carries out
/// the flows' answers.
///
/// ```swift
/// let coordinator = FlowCoordinator()
/// coordinator.coordinate(flow: AppFlow(window: window), with: OneStepper(.launch))
/// ```
///
/// A coordinator holds a tree of flows: its roots, and beneath each flow the flows it contributed.
/// Steps are handled in the order of emission, within a stepper, within a flow and between flows.
/// Steps of hidden screens wait without blocking others; a flow that waits delays no other flow.
///
/// Each step passes the gate (its screen is still there, and visible), the flow's `adapt`, and the
/// wait until no transition runs in the window; the gate is checked again after each. Then come
/// ``willNavigate``, the flow's `navigate` and ``didNavigate``, the answer is carried out at once,
/// and the transitions end. A step that is not handled is an event with its reason.
///
/// Retain the coordinator: its flows live no longer than it does.
@MainActor
public final class FlowCoordinator {
  /// The context: clock, schedulers and issue reporter.
  public let context: NavigationContext

  /// Records external steps and the user's moves; `nil` by default.
  public var recorder: StepRecorder? {
    get { engine.recorder }
    set { engine.recorder = newValue }
  }

  /// The limit of steps that follow from one another without an external event.
  package var chainLimit: Int {
    get { engine.chainLimit }
    set { engine.chainLimit = newValue }
  }

  /// The deep links without an outcome.
  package var links: [DeepLink] { engine.links }

  let engine: FlowEngine
  /// The subscription of `printEvents(to:)`, one at a time.
  private var printing: Cancellation?

  /// Makes a coordinator without flows.
  ///
  /// - Parameters:
  ///   - logger: Receives each flow's stack of screens when it has changed.
  ///   - context: The clock, schedulers and issue reporter to use.
  public init(logger: (any FlowLogger)? = nil, context: NavigationContext = .shared) {
    self.context = context
    engine = FlowEngine(logger: logger, context: context)
    engine.coordinator = self
    engine.listing = context.activity.add(engine)
  }

  deinit {
    onMainActor { [engine] in engine.shutDown() }
  }

  /// Starts a flow, or adds a stepper to one that was started in this coordinator.
  ///
  /// Returns before the first step is handled. Called inside a flow's `adapt` or `navigate`, it
  /// makes the new flow a child of that flow, or refuses it if that flow has ended. Called
  /// elsewhere, it makes the new flow a root. Steps never cross from one root to another.
  ///
  /// - Parameters:
  ///   - flow: The flow; retained until it ends.
  ///   - stepper: The emitter of its steps, which are never held for a hidden screen.
  ///   - allowStepWhenDismissed: Whether the flow outlives its root's dismissal.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  public func coordinate(
    flow: some Flow,
    with stepper: some Stepper,
    allowStepWhenDismissed: Bool = false,
    fileID: String = #fileID,
    line: UInt = #line
  ) {
    begin(flow, with: stepper, allowStepWhenDismissed, at: CallSite(fileID, line))
  }

  /// Starts a flow with one step, or adds the step to one that was started in this coordinator.
  ///
  /// Allows `OneStepper(.launch)` without the type of the step. The rules are those for any stepper.
  ///
  /// - Parameters:
  ///   - flow: The flow; retained until it ends.
  ///   - stepper: The stepper of its first step.
  ///   - allowStepWhenDismissed: Whether the flow outlives its root's dismissal.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  public func coordinate<F: Flow>(
    flow: F,
    with stepper: OneStepper<F.StepType>,
    allowStepWhenDismissed: Bool = false,
    fileID: String = #fileID,
    line: UInt = #line
  ) {
    begin(flow, with: stepper, allowStepWhenDismissed, at: CallSite(fileID, line))
  }

  private func begin(
    _ flow: some Flow, with stepper: any Stepper, _ allowStepWhenDismissed: Bool, at site: CallSite
  ) {
    if engine.life < .completed, let node = engine.node(of: flow) {
      return engine.add(stepper, to: node)
    }
    guard engine.canStart(flow, at: site) else { return }
    let node = engine.startInHandler(
      flow, with: stepper,
      allowsStepsWhenDismissed: allowStepWhenDismissed || flow.allowStepWhenDismissed)
    if let node { engine.add(stepper, to: node) }
  }

  /// Ends all flows and refuses every later step; does nothing the second time.
  ///
  /// Handlers are cancelled and their answers refused; ``settled()`` waits until they have
  /// returned.
  public func stop() { engine.stop() }

  /// Waits until nothing runs in the coordinator's context, and nothing can run without an external
  /// event.
  ///
  /// - Returns: The activities that wait for such an event: steps of hidden screens, handlers that
  ///   wait for a child or for the user.
  @discardableResult
  public func settled() async -> [NavigationActivity] {
    await context.settled()
  }
}

extension FlowCoordinator {
  /// The steps that flows are about to handle.
  ///
  /// The first stream starts with the earlier ones.
  public var willNavigate: AsyncStream<NavigationEvent> {
    engine.log.stream(.willNavigate) {
      if case .willNavigate(let event) = $0 { event } else { nil }
    }
  }

  /// The steps that flows have handled.
  ///
  /// The first stream starts with the earlier ones.
  public var didNavigate: AsyncStream<NavigationEvent> {
    engine.log.stream(.didNavigate) {
      if case .didNavigate(let event) = $0 { event } else { nil }
    }
  }

  /// All events of the coordinator.
  ///
  /// The first stream starts with the earlier ones.
  public var events: AsyncStream<FlowEvent> { engine.log.stream(.all) { $0 } }

  /// Observes all events of the coordinator.
  ///
  /// The first observer, whether a sink or a stream of ``events``, also receives the earlier ones.
  ///
  /// - Parameter sink: Called on the main actor, synchronously with each event.
  /// - Returns: The handle that keeps the sink subscribed.
  public func onEvent(_ sink: @escaping @MainActor (FlowEvent) -> Void) -> Cancellation {
    engine.log.sink(sink)
  }

  /// Prints each event in a line, such as `not handled: MovieFlow → login: unhandled`, until the
  /// coordinator completes.
  ///
  /// For debugging. If it is never called, no text is created. `printEvents(to: nil)` ends it.
  public func printEvents() {
    printEvents(to: ConsoleFlowLogger.writeToStandardOutput)
  }

  /// Passes each event in a line to a closure, until the coordinator completes.
  ///
  /// The first call also passes the earlier events, which other observers still receive. One output
  /// at a time: it replaces that of an earlier call.
  ///
  /// - Parameter output: Receives each line on the main actor; `nil` to end the output.
  public func printEvents(to output: (@MainActor (String) -> Void)?) {
    printing = output.map { output in engine.log.output { output($0.description) } }
  }
}

extension FlowCoordinator {
  /// Delivers a step to every flow that lives now, without waiting.
  ///
  /// Can be called anywhere, including in `async` functions and in a flow's `navigate`, where the
  /// step is handled afterwards. Before there is a flow, the step is kept until the first one is
  /// ready; see ``Flow/flowReady``. If no flow handles it, one event reports that.
  ///
  /// - Parameter step: The step.
  public func send(_ step: any Step) { engine.deliver(step, .broadcast) }

  /// Delivers a step to one flow, without waiting.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - flow: The flow; it must live in this coordinator.
  public func send(_ step: any Step, to flow: any Flow) { engine.deliver(step, .flow(flow)) }

  /// Delivers a step to the innermost visible flow, then to its ancestors, until one handles or
  /// filters it, without waiting.
  ///
  /// Among several visible flows, also in several windows, the one that was started last receives
  /// it. A flow that does not know the step, or refuses it, passes it on. So does a flow of `any Step`
  /// that answers `.none`: give a flow that acts on such steps a type of steps, whose `.none` counts
  /// as handled.
  ///
  /// - Parameter step: The step.
  public func sendToFirstResponder(_ step: any Step) { engine.deliver(step, .firstResponder) }
}

extension FlowCoordinator {
  /// Delivers a step to every flow that lives now, and waits until it has been handled everywhere
  /// and its transitions have ended.
  ///
  /// Inside a flow's `adapt` or `navigate` the step is handled nested. If the handlers would wait
  /// for each other, the call is refused and reported with the chain of flows. Only the handler's
  /// own task counts as inside. Cancelling the waiting task does not withdraw the step.
  ///
  /// - Parameter step: The step.
  /// - Returns: The outcome in each flow.
  @discardableResult
  public func navigate(to step: any Step) async -> NavigationReceipt {
    await engine.receipt(of: step, .broadcast)
  }

  /// Delivers a step to one flow, and waits like ``navigate(to:)->NavigationReceipt``.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - flow: The flow; it must live in this coordinator.
  /// - Returns: The outcome in that flow.
  @discardableResult
  public func navigate(to step: any Step, in flow: any Flow) async -> NavigationReceipt {
    await engine.receipt(of: step, .flow(flow))
  }

  /// Delivers a step to the innermost visible flow, then to its ancestors, until one handles or
  /// filters it, and waits like ``navigate(to:)->NavigationReceipt``.
  ///
  /// Among several visible flows, also in several windows, the one that was started last receives
  /// it.
  ///
  /// - Parameter step: The step.
  /// - Returns: The outcome in each flow that it was delivered to.
  @discardableResult
  public func navigateInFirstResponder(to step: any Step) async -> NavigationReceipt {
    await engine.receipt(of: step, .firstResponder)
  }
}

extension FlowCoordinator {
  /// Follows a deep link, and waits for its outcome.
  ///
  /// An older link in the same window is superseded. Cancelling the waiting task does not cancel
  /// the link; ``start(_:)`` returns a handle that can.
  ///
  /// A flow's handler that awaits the link delays its own answer. If only that answer could contribute
  /// the flow of a hop, because no other flow is free to answer, the link ends as refused, with
  /// ``StepRefusal/mutualWait(_:)``. A root flow that the app may start later is not awaited.
  ///
  /// - Parameter plan: The link's path.
  /// - Returns: The outcome: the arrival, or the reason for which it did not arrive.
  @discardableResult
  public func follow(_ plan: DeepLinkPlan) async -> DeepLinkOutcome {
    await start(plan).value()
  }

  /// Follows a deep link.
  ///
  /// One link is followed at a time in each window: an older one without an outcome ends as
  /// ``DeepLinkOutcome/superseded``. A step that it has already delivered to a flow keeps its turn.
  ///
  /// - Parameter plan: The link's path.
  /// - Returns: A handle on the link.
  @discardableResult
  public func start(_ plan: DeepLinkPlan) -> DeepLink {
    let link = DeepLink(plan, coordinator: self)
    guard !engine.isOver else {
      link.cancel()
      return link
    }
    engine.follow(link)
    return link
  }

  /// Whether the step that is being handled should be animated.
  ///
  /// A flow reads it in its `navigate`. `false` for a step of a deep link or of a journey that should
  /// not be animated.
  public var isAnimated: Bool {
    engine.runningStep?.call?.isAnimated ?? true
  }
}

extension FlowCoordinator {
  /// Replays a recording: delivers its steps and repeats the user's moves, each after the previous
  /// one has settled.
  ///
  /// The coordinator must have been started like the one that was recorded. A step whose handler
  /// waits, for the result of a child for instance, does not delay the entries behind it.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - recorder: Decodes the steps; need not be the recorder that recorded them.
  /// - Returns: The receipt of each step; without outcomes if its handler still waits at the end.
  /// - Throws: ``StepReplayError`` if a step's type, its flow or the container of a move is not
  ///   found, or a move is not possible; a decoding error; `CancellationError` if the calling task is
  ///   cancelled, after which no further entry is replayed.
  @discardableResult
  public func replay(
    _ recording: StepRecording, with recorder: StepRecorder
  ) async throws -> [NavigationReceipt] {
    var calls: [StepCall] = []
    for entry in recording.entries {
      await settled()
      // A cancelled task does not wait, and the entries would overtake each other.
      try Task.checkCancellation()
      switch entry {
      case .move(let move, let root, let container):
        try await engine.repeatMove(move, root: root, container: container)
      case .step(let path, let type, let data):
        let step = try recorder.step(of: type, from: data)
        guard let node = engine.node(at: path) else {
          throw StepReplayError(
            code: .noFlow, reason: "There is no flow at \(path) to handle \(step).")
        }
        guard node.understands(step) else {
          throw StepReplayError(
            code: .noFlow,
            reason: "There is no flow at \(path) to handle \(step): \(node.name) takes no steps of "
              + "\(Swift.type(of: step)).")
        }
        let call = StepCall(step)
        call.isAwaited = true
        engine.begin(call, .flow(node.flow))
        calls.append(call)
      }
    }
    await settled()
    try Task.checkCancellation()
    return calls.map(\.currentReceipt)
  }
}

extension FlowCoordinator {
  /// Returns the screens of a flow in this coordinator, as the steps that led to them.
  ///
  /// - Parameter flow: The flow.
  /// - Returns: Its stack; `nil` if the flow does not live in this coordinator.
  public func navigationStack(of flow: any Flow) -> NavigationStack? {
    engine.node(of: flow).map(engine.stack)
  }
}
