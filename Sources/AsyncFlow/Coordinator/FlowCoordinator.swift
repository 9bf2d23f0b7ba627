import NavigationRuntime

/// Handles the steps of an app: takes them from steppers, delivers them to flows, and carries out
/// the flows' answers.
///
/// ```swift
/// let coordinator = FlowCoordinator()
/// coordinator.coordinate(flow: AppFlow(window: window), with: OneStepper(AppStep.launch))
/// ```
///
/// A coordinator holds a tree of flows: its roots, and beneath each flow the flows it contributed.
/// Steps are handled in the order of emission, within a stepper, within a flow and between flows.
/// Steps of hidden screens wait without blocking others; a flow that waits delays no other flow.
///
/// Each step passes the gate (its screen is still there, and visible), the flow's `adapt`,
/// ``willNavigate``, the flow's `navigate` when no transition runs in the window, and
/// ``didNavigate``. Then the answer is carried out at once, and the transitions end. A step that is
/// not handled is an event with its reason.
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

  /// Makes a coordinator without flows.
  ///
  /// - Parameters:
  ///   - logger: Receives each flow's stack of screens when it has changed.
  ///   - context: The clock, schedulers and issue reporter to use.
  public init(logger: (any FlowLogger)? = nil, context: NavigationContext = .shared) {
    self.context = context
    engine = FlowEngine(logger: logger, context: context)
    engine.coordinator = self
    context.activity.add(self)
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
    guard !engine.hasCompleted else {
      return context.issues.report(
        .coordinatorCompleted("\(type(of: flow))", fileID: fileID, line: line))
    }
    if let node = FlowRecord.node(of: flow) {
      guard node.engine === engine else {
        return context.issues.report(
          .flowAlreadyAlive(node.name, fileID: fileID, line: line))
      }
      return engine.add(stepper, to: node)
    }
    let parent = engine.currentRunner?.item?.payload.node
    if let parent, !parent.isAlive { return engine.refuse(flow, with: stepper, under: parent) }
    let node = engine.start(
      flow, under: parent,
      allowsStepsWhenDismissed: allowStepWhenDismissed || flow.allowStepWhenDismissed)
    engine.add(stepper, to: node)
  }

  /// Ends all flows and refuses every later step; does nothing the second time.
  ///
  /// Handlers are cancelled and their answers refused; ``settled()`` waits until they have returned.
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
}
