import NavigationRuntime

/// A stepper that was contributed to a flow, and the presentable it belongs to.
///
/// While it lives, the flow's node keeps it and it keeps the stepper. Afterwards it only refuses
/// what the stepper still sends, and lives as long as that.
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
  private(set) weak var node: FlowNode?
  private weak var coordinator: FlowCoordinator?
  private let flowType: Any.Type
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
  /// Why it never began; `nil` if it did.
  private var refusal: StepRefusal?

  /// Those whose presentable or flow is gone, by stepper.
  private static let refusing = WeakRegistry<Contribution>()

  init(
    source: SlotID, number: Int, stepper: any Stepper, presentable: any Presentable,
    step: (any Step)?, stepOnDismissal: (any Step)? = nil, node: FlowNode,
    coordinator: FlowCoordinator
  ) {
    self.source = source
    self.number = number
    self.stepper = stepper
    container = presentable as? any NavigationContainer
    self.presentable = container == nil ? presentable : nil
    self.step = step
    self.stepOnDismissal = stepOnDismissal
    self.node = node
    self.coordinator = coordinator
    flowType = node.flowType
    metadata = stepper.metadata
    presentableType = type(of: presentable)
    isScreen = !(presentable is any Flow)
  }

  var presentableName: String { String(describing: presentableType) }

  /// Takes the steps over: the initial ones, those sent before, then what follows.
  func start() {
    guard let stepper, let node, let coordinator else { return }
    if let old = Self.refusing[stepper] {
      old.subscription = nil
      Self.refusing[stepper] = nil
    }
    for step in stepper.initialSteps {
      coordinator.emit(step, from: self, in: node, isInitial: true)
    }
    subscription = stepper.observeSteps { [weak self] in self?.receive($0) }
    stepper.readyToEmitSteps()
  }

  /// Follows the presentable on the screen.
  func observe(_ presentable: any Presentable) {
    let foreign = foreignNode
    screen = presentable.navigationContainer?.lifecycle
    presentation = presentable.observePresentation { [weak self] event in
      guard let self, let node, let coordinator else { return }
      switch event {
      case .visible(let isVisible): coordinator.setHidden(self, !isVisible)
      case .dismissed: coordinator.contributionWasDismissed(self, in: node)
      }
    }
    guard let foreign else { return }
    coordinator?.log.send(.started(presentableName))
    foreign.start(under: nil)
    end = foreign.onEnd { [weak self] reason in
      guard let self, let node, let coordinator else { return }
      coordinator.contributedNodeEnded(self, reason, in: node)
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
    guard let coordinator else { return }
    coordinator.log.send(.ended(presentableName, reason))
    guard reason == .dismissedByUser || reason == .removed, let node, node.isAlive else { return }
    if let stepOnDismissal { coordinator.enqueue(stepOnDismissal, in: node) }
  }

  private func receive(_ step: any Step) {
    guard let coordinator else { return }
    if let node, stepper != nil {
      coordinator.emit(step, from: self, in: node, isInitial: false)
    } else if !isNone(step) {
      let reason = refusal ?? (node?.isAlive == true ? .dismissed : .flowEnded)
      coordinator.refuse(step, flowType, reason)
    }
  }

  /// Takes the steps over in order to refuse them.
  func startRefusing(because refusal: StepRefusal) {
    guard let stepper else { return }
    self.refusal = refusal
    retire()
    for step in stepper.initialSteps { receive(step) }
    subscription = stepper.observeSteps { [weak self] in self?.receive($0) }
  }

  /// Lets go of everything; what the stepper still sends is refused.
  ///
  /// - Parameter reason: Why a flow of another framework ends, if the presentable is one.
  func retire(because reason: NavigationEndReason = .stopped) {
    presentation = nil
    endNode(because: reason)
    presentable = nil
    end = nil
    if let stepper { Self.refusing[stepper] = self }
    stepper = nil
  }
}
