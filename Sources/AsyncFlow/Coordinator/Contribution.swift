import NavigationRuntime

/// A stepper that was contributed to a flow, and the presentable it belongs to.
///
/// The flow's node keeps it and it keeps the stepper. After its end only the way in is left, which
/// refuses what the stepper still sends.
@MainActor
final class Contribution {
  let source: SlotID
  let number: Int
  private let presentableType: Any.Type
  /// Whether it is a screen of the flow, and not a stepper of the flow itself.
  let isScreen: Bool
  let metadata: (any FlowMetadata)?
  /// The screen, if it is a controller.
  private(set) weak var container: (any NavigationContainer)?
  /// The step whose answer contributed it.
  let step: (any Step)?
  private let node: FlowNode
  private let inlet: StepInlet
  private var stepper: (any Stepper)?
  /// Kept only if it is no controller, which the platform keeps.
  private var presentable: (any Presentable)?
  private var presentation: Cancellation?
  /// What the runtime knows of the screen, also when that has gone.
  private(set) var screen: NavigationLifecycle?
  private var end: Cancellation?
  private var subscription: Cancellation?
  /// A step for the contributing flow when a node of another framework ends with its screen.
  private let stepOnDismissal: (any Step)?

  /// What keeps refusing the steps of those whose presentable or flow is gone, by stepper.
  private static let refusing = WeakRegistry<Cancellation>()

  init(
    source: SlotID, number: Int, stepper: any Stepper, presentable: any Presentable,
    step: (any Step)?, stepOnDismissal: (any Step)? = nil, node: FlowNode
  ) {
    self.source = source
    self.number = number
    self.stepper = stepper
    container = presentable as? any NavigationContainer
    self.presentable = container == nil ? presentable : nil
    self.step = step
    self.stepOnDismissal = stepOnDismissal
    self.node = node
    inlet = StepInlet(source, to: node)
    metadata = stepper.metadata
    presentableType = type(of: presentable)
    isScreen = !(presentable is any Flow)
  }

  var presentableName: String { String(describing: presentableType) }

  /// Takes the steps over: the initial ones, those sent before, then what follows.
  func start() {
    guard let stepper else { return }
    Self.refusing[stepper] = nil
    for step in stepper.initialSteps {
      node.engine.emit(step, from: source, in: node, isInitial: true)
    }
    subscription = stepper.observeSteps { [inlet] in inlet.receive($0) }
    stepper.readyToEmitSteps()
  }

  /// Takes the steps over in order to refuse them.
  static func refuse(_ stepper: any Stepper, through inlet: StepInlet) {
    refusing[stepper] = nil
    for step in stepper.initialSteps { inlet.receive(step) }
    refusing[stepper] = stepper.observeSteps { inlet.receive($0) }
  }

  /// Follows the presentable on the screen.
  func observe(_ presentable: any Presentable) {
    let foreign = foreignNode
    screen = presentable.navigationContainer?.lifecycle
    presentation = presentable.observePresentation { [self] event in
      switch event {
      case .visible(let isVisible): node.engine.setHidden(self, !isVisible)
      case .dismissed: node.engine.contributionWasDismissed(self, in: node)
      }
    }
    guard let foreign else { return }
    node.engine.log.send(.started(presentableName))
    foreign.start(under: nil)
    end = foreign.onEnd { [self] reason in
      node.engine.contributedNodeEnded(self, reason, in: node)
    }
  }

  /// The presentable, if it is a flow of another framework.
  private var foreignNode: (any NavigationNode)? {
    presentable is any Flow ? nil : presentable as? any NavigationNode
  }

  /// Ends the flow of another framework, if the presentable is one that has not ended.
  func endNode(because reason: NavigationEndReason) {
    guard let foreign = foreignNode else { return }
    presentable = nil
    end = nil
    foreign.stop(because: reason)
    node.engine.log.send(.ended(presentableName, reason))
    guard reason == .dismissedByUser || reason == .removed, node.isAlive else { return }
    if let stepOnDismissal { node.engine.enqueue(stepOnDismissal, in: node) }
  }

  /// Lets go of everything; what the stepper still sends is refused.
  ///
  /// - Parameter reason: Why a flow of another framework ends, if the presentable is one.
  func retire(because reason: NavigationEndReason = .stopped) {
    presentation = nil
    endNode(because: reason)
    presentable = nil
    end = nil
    inlet.close(telling: node.engine.coordinator)
    if let stepper { Self.refusing[stepper] = subscription.take() }
    stepper = nil
  }

  /// Lets go of everything, since the coordinator has gone: nobody is left to refuse.
  func shutDown() {
    presentation = nil
    presentable = nil
    end = nil
    inlet.close(telling: nil)
    subscription = nil
    stepper = nil
  }
}
