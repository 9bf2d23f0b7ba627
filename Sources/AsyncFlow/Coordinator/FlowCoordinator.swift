import NavigationRuntime

/// Handles the steps of an app: takes them from steppers, gives them to flows, and follows what
/// the flows answer.
///
/// ```swift
/// let coordinator = FlowCoordinator()
/// coordinator.coordinate(flow: AppFlow(window: window), with: OneStepper(AppStep.launch))
/// ```
///
/// One coordinator holds a tree of flows: those it was given, and beneath each the flows it
/// contributed. The steps of one stepper are handled in the order of emission, and so are those of
/// one flow, but for steps of hidden screens, which wait without standing in anybody's way. Between
/// flows the order is that of emission; a flow that waits delays nobody else.
///
/// For each step: the gate (is its screen still there, and visible?), the flow's `adapt`,
/// ``willNavigate``, the flow's `navigate` when no transition runs in the window,
/// ``didNavigate``, then at once everything that the answer says, and the end of the transitions.
/// A step that is not handled is an event with its reason.
///
/// The coordinator is kept by whoever made it, and ends with it.
@MainActor
public final class FlowCoordinator {
  /// What clock, lanes and issue funnel the coordinator uses.
  public let context: NavigationContext

  /// Records the steps that come from outside and the user's own moves; `nil` for nobody.
  public var recorder: StepRecorder? {
    get { engine.recorder }
    set { engine.recorder = newValue }
  }

  /// How many steps may follow from one another without anything from outside.
  package var chainLimit: Int {
    get { engine.chainLimit }
    set { engine.chainLimit = newValue }
  }

  /// Deep links that have not arrived.
  package var links: [DeepLink] { engine.links }

  let engine: FlowEngine

  /// Makes a coordinator without flows.
  ///
  /// - Parameters:
  ///   - logger: Hears of each flow's stack of screens when it has changed.
  ///   - context: What clock, lanes and issue funnel to use.
  public init(logger: (any FlowLogger)? = nil, context: NavigationContext = .shared) {
    self.context = context
    engine = FlowEngine(logger: logger, context: context)
    engine.coordinator = self
    context.activity.add(self)
  }

  deinit {
    onMainActor { [engine] in engine.shutDown() }
  }

  /// Starts a flow, or adds a stepper to one that was started here.
  ///
  /// Returns before the first step is handled. Called from inside a flow's `adapt` or `navigate`,
  /// the new flow becomes a child of that one, or is refused if that one has ended; called from
  /// elsewhere, it becomes a root of its own. Steps never cross from one root to another.
  ///
  /// - Parameters:
  ///   - flow: The flow; kept until it ends.
  ///   - stepper: Who emits its steps. No hidden screen holds them back.
  ///   - allowStepWhenDismissed: Whether the flow outlives its root's dismissal, until its end.
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

  /// Ends all flows and refuses everything from now on; does nothing the second time.
  ///
  /// Handlers are cancelled, and what they answer does not count; ``settled()`` waits until they
  /// have returned.
  public func stop() { engine.stop() }

  /// Waits until nothing runs in the coordinator's context, and nothing can run without help.
  ///
  /// - Returns: What still waits for something outside: steps of hidden screens, handlers that
  ///   wait for a child or for the user.
  @discardableResult
  public func settled() async -> [NavigationActivity] {
    await context.settled()
  }
}

extension FlowCoordinator {
  /// The steps that flows are about to handle.
  ///
  /// The first stream starts with those before it.
  public var willNavigate: AsyncStream<NavigationEvent> {
    engine.log.stream(.willNavigate) {
      if case .willNavigate(let event) = $0 { event } else { nil }
    }
  }

  /// The steps that flows have handled.
  ///
  /// The first stream starts with those before it.
  public var didNavigate: AsyncStream<NavigationEvent> {
    engine.log.stream(.didNavigate) {
      if case .didNavigate(let event) = $0 { event } else { nil }
    }
  }

  /// Everything that happens.
  ///
  /// The first stream starts with what happened before it.
  public var events: AsyncStream<FlowEvent> { engine.log.stream(.all) { $0 } }

  /// Hears everything that happens; the first who does, and ``events``, also what was before.
  ///
  /// - Parameter sink: Called on the main actor, where it happens.
  /// - Returns: The handle that keeps the sink subscribed.
  public func onEvent(_ sink: @escaping @MainActor (FlowEvent) -> Void) -> Cancellation {
    engine.log.sink(sink)
  }
}
