import NavigationRuntime

/// A stepper that was contributed to a flow, and its screen.
///
/// The flow's node retains the contribution, which retains the stepper. After its end only the
/// inlet is left, which refuses later steps.
@MainActor
final class Contribution {
  let source: ArenaIndex
  let node: FlowNode
  /// The screen; `nil` for a stepper of the flow itself.
  let screen: ContributedScreen?
  private(set) var stepper: (any Stepper)?
  /// The entry of its steps, between its start and its end.
  private var inlet: StepInlet?
  /// Whether it has ended, perhaps before its start.
  private var hasEnded = false

  init(
    _ stepper: any Stepper, with screen: ContributedScreen?, as source: ArenaIndex,
    to node: FlowNode
  ) {
    self.stepper = stepper
    self.screen = screen
    self.source = source
    self.node = node
  }

  var presentableName: String { screen?.name ?? node.name }

  /// Whether the stepper declares metadata.
  var hasMetadata: Bool { stepper.map(FlowMetadataChoice.isDeclared) ?? false }

  /// The metadata of the screen for the step that led to it.
  func metadata(for step: any Step) -> (any FlowMetadata)? {
    FlowMetadataChoice.metadata(of: stepper, for: step, in: node.flow)
  }

  /// Takes over the steps: the initial ones, those sent before, then later ones.
  ///
  /// Initial steps are skipped if the flow already has a contribution of the same stepper.
  func start() {
    guard let stepper else { return }
    let storage = StepperStorage.of(stepper)
    let known = storage.inlet
    if let known, known.isOpen {
      node.engine.context.issues.report(.stepperAlreadyContributed(stepper, to: node.name))
    }
    if known?.isOpen(to: node) != true {
      // Without a screen it is the start of a flow, which follows from the step that contributes it.
      let source = screen == nil ? nil : source
      for step in stepper.initialSteps {
        node.engine.emit(step, from: source, in: node, isInitial: true)
      }
    }
    guard !hasEnded else {
      // The app's own code has run since the contribution was added, in the initial steps for instance.
      let rejecter = LateStepRejecter(of: node, in: node.engine.coordinator)
      storage.refuseWork(in: node.engine.context)
      self.stepper = nil
      return Self.refuseLaterSteps(of: stepper, with: rejecter)
    }
    storage.begin(in: node.engine.context)
    if let known {
      inlet = known
      known.open(source, to: node, screen?.streams)
    } else {
      let inlet = StepInlet(of: stepper, source, to: node, screen?.streams)
      self.inlet = inlet
      node.engine.isTakingOverSteps = true
      node.engine.context.readingStreams { storage.subscribe(inlet, to: stepper) }
      node.engine.isTakingOverSteps = false
    }
    node.engine.callReadyToEmitSteps(of: stepper)
  }

  /// Takes over the steps to refuse them, unless another contribution receives them.
  static func refuse(_ stepper: any Stepper, with rejecter: LateStepRejecter) {
    for step in stepper.initialSteps { rejecter.refuse(step) }
    refuseLaterSteps(of: stepper, with: rejecter)
  }

  private static func refuseLaterSteps(
    of stepper: any Stepper, with rejecter: LateStepRejecter
  ) {
    let storage = StepperStorage.of(stepper)
    if let known = storage.inlet { return known.close(with: rejecter) }
    storage.subscribe(StepInlet(of: stepper, rejecter), to: stepper)
  }

  /// Ends the contribution; later steps are refused.
  func retire(because reason: NavigationEndReason = .stopped) {
    hasEnded = true
    screen?.stopObserving()
    screen?.end(because: reason, in: node)
    guard let inlet = inlet.take(), let stepper = stepper.take() else { return }
    inlet.close(source, of: node)
    let storage = StepperStorage.of(stepper)
    storage.end()
    let key = ObjectIdentifier(stepper)
    // A stepper without other owners is released, and may send last steps in its deinit, which the
    // inlet refuses while the storage lives; then none can follow.
    _ = consume stepper
    if !inlet.isOpen { StepperStorage.forget(key) }
    withExtendedLifetime(storage) {}
  }

  /// Stops observing after the coordinator's release; later steps have no recipient.
  func shutDown() {
    hasEnded = true
    screen?.stopObserving()
    guard let inlet = inlet.take(), let stepper = stepper.take() else { return }
    inlet.close(source, of: node)
    let storage = StepperStorage.of(stepper)
    storage.end()
    if !inlet.isOpen { storage.unsubscribe() }
  }
}

extension ShortArray<Contribution> {
  /// The contribution from which a step came.
  subscript(source: ArenaIndex) -> Contribution? { first { $0.source == source } }
}

/// A presentable that was contributed with a stepper: a screen, or a flow of another framework.
@MainActor
final class ContributedScreen {
  private let type: Any.Type
  /// The step whose answer contributed it.
  let step: any Step
  /// Whether it is a controller, which the platform retains.
  let isController: Bool
  /// The presentable; retained only if it is not a controller.
  private(set) var presentable: (any Presentable)?
  /// The screen's lifecycle; weak, so that it is released with the screen.
  private(set) weak var lifecycle: NavigationLifecycle?
  fileprivate var presentation: Cancellation?
  /// The readers of its own streams of visibility and dismissal; `nil` if a controller shows it.
  private(set) var streams: StreamReaders?
  /// The subscription to what covers the screen while its window is not displayed.
  private var covering: Cancellation?
  private var nodeEnd: Cancellation?
  /// The contributions that have started flows of other frameworks, by flow; of the process, because a
  /// flow may be contributed in two contexts.
  private static let starters = WeakTable<WeakReference<ContributedScreen>>()
  /// Whether the flow ends with the screen, since it has no root of its own.
  var endsFlow = false
  /// Whether its presentation is observed.
  fileprivate private(set) var isObserved = false
  /// Whether the screen had left when it was contributed.
  fileprivate(set) var hasLeftEarly = false
  /// The reason for which another framework's flow has ended while it started.
  private(set) var earlyEnd: NavigationEndReason?
  /// The reason for which a wrapped flow was stopped, which its handler may still decide otherwise.
  private var departure: NavigationEndReason?
  /// The step for the contributing flow when the screen has left the tree, at most one; none after
  /// the end.
  ///
  /// An array without elements is a single word, an optional step five.
  private var stepsOnDismissal: [any Step]

  init(_ presentable: any Presentable, step: any Step, stepOnDismissal: (any Step)?) {
    self.step = step
    isController = presentable is any NavigationContainer
    self.presentable = isController ? nil : presentable
    lifecycle = presentable.navigationContainer?.lifecycle
    type = Swift.type(of: presentable)
    stepsOnDismissal = stepOnDismissal.map { [$0] } ?? []
  }

  var name: String { String(describing: type) }

  /// The screen, if it is a controller, while it lives.
  var container: (any NavigationContainer)? { isController ? lifecycle?.element : nil }

  /// Observes the presentable's visibility and dismissal.
  func observe(_ presentable: any Presentable, for contribution: Contribution) {
    let (node, foreign) = (contribution.node, foreignNode)
    let watch = ScreenWatch(contribution)
    isObserved = true
    let readers = node.engine.context.streamReaders
    if lifecycle == nil { streams = StreamReaders(in: readers) }
    let presentation = (streams ?? readers).reading {
      // Nothing but the watch is captured, so that the closure needs no memory.
      presentable.observePresentation { watch.receive($0) }
    }
    // The app's own streams may have ended the flow.
    guard isObserved else { return }
    self.presentation = presentation
    guard let foreign else { return }
    if Self.starters[foreign]?.object?.presentable != nil {
      node.engine.context.issues.report(.flowAlreadyAlive(name))
    } else {
      Self.starters[foreign] = WeakReference(self)
      node.engine.log.send(.started(name))
      foreign.start(under: nil)
    }
    nodeEnd = foreign.onEnd { [self] reason in
      // Its steps are taken over before they are refused.
      guard nodeEnd != nil else { return earlyEnd = reason }
      node.engine.contributedNodeEnded(contribution, reason)
    }
  }

  /// Observes, until the window is displayed again, whether other screens cover this one.
  func followCovering(in store: NavigationStore, for contribution: Contribution) {
    guard covering == nil else { return }
    covering = store.uncovered.sink { [self, unowned store] part in
      guard let lifecycle, lifecycle.store === store else { return covering = nil }
      if part.isDisplayed { covering = nil }
      let isCovered = !part.contains(lifecycle)
      contribution.node.engine.setCovered(contribution, isCovered, in: store)
    }
  }

  /// Lets the release of another framework's flow be expected after its end only: the contribution
  /// retains it without its screen.
  func expectReleaseAtEnd() { (presentable as? any LeakCheckedNode)?.expectReleaseAtEnd() }

  /// The presentable, if it is a flow of another framework.
  var foreignNode: (any NavigationNode)? { presentable as? any NavigationNode }

  /// Stops a wrapped flow whose screen has left.
  ///
  /// The contribution ends with the flow: the handler that has removed the screen may still run, and
  /// its answer decides the reason.
  ///
  /// - Returns: Whether the presentable is such a flow.
  func stopWrappedFlow(because reason: NavigationEndReason) -> Bool {
    guard nodeEnd != nil, let wrapped = foreignNode as? any WrappingNode else { return false }
    departure = reason
    wrapped.stop(because: reason)
    return true
  }

  /// Releases the presentable, and publishes the end of another framework's flow; after a departure,
  /// also sends the contributing flow the step for it.
  func end(because reason: NavigationEndReason, in node: FlowNode) {
    var reason = reason
    // The departure of the contributing flow, too, leaves the decision to the handler.
    if let departure, node.endReason?.isDeparture ?? false { reason = departure }
    let step = stepsOnDismissal.popLast()
    let isStarter = foreignNode.map { Self.starters[$0]?.object === self } ?? false
    release(because: reason)
    if isStarter { node.engine.log.send(.ended(name, reason)) }
    guard reason.isDeparture, node.isAlive, let step else { return }
    node.engine.enqueue(step, in: node, from: node)
  }

  func stopObserving() {
    isObserved = false
    presentation = nil
    covering = nil
  }

  /// Releases the presentable, and ends it if it is another framework's flow that has not ended.
  func release(because reason: NavigationEndReason = .stopped) {
    nodeEnd = nil
    // The end of another framework's flow may lead back here, so its release waits for the access.
    let foreign = foreignNode
    presentable = nil
    foreign?.stop(because: reason)
  }
}

/// The observer of a contributed screen's presentation, which retains it.
///
/// A controller that was never on screen is never dismissed. Its observers, and with them the watch,
/// are released together with the controller.
@MainActor
private final class ScreenWatch {
  private let contribution: Contribution

  init(_ contribution: Contribution) {
    self.contribution = contribution
  }

  deinit {
    onMainActor { [contribution] in
      guard let screen = contribution.screen, screen.isController, screen.isObserved else { return }
      contribution.node.engine.screenDidGo(of: contribution)
    }
  }

  func receive(_ event: PresentationEvent) {
    guard let screen = contribution.screen else { return }
    let engine = contribution.node.engine
    switch event {
    case .visible(let isVisible): engine.setHidden(contribution, !isVisible)
    case .dismissed(let cause):
      // Its steps are taken over before they are refused.
      guard screen.presentation != nil else { return screen.hasLeftEarly = true }
      engine.contributionDidEnd(contribution, by: cause)
    }
  }
}
