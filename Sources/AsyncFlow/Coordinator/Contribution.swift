import NavigationRuntime

/// A stepper that was contributed to a flow, and its screen.
///
/// The flow's node retains the contribution, which retains the stepper. After its end only the
/// inlet is left, which refuses later steps.
@MainActor
final class Contribution {
  let source: SlotID
  let node: FlowNode
  /// The screen; `nil` for a stepper of the flow itself.
  let screen: ContributedScreen?
  private var stepper: (any Stepper)?
  private var intake: StepIntake?

  /// The subscription to each stepper, which outlives its contributions to refuse later steps.
  private static let intakes = WeakRegistry<StepIntake>()

  init(
    _ stepper: any Stepper, with screen: ContributedScreen?, as source: SlotID, to node: FlowNode
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
    StepperWork.begin(of: stepper, in: node.engine.context)
    let known = Self.intakes[stepper]
    if let known, known.inlet.isOpen {
      node.engine.context.issues.report(.stepperAlreadyContributed(stepper, to: node.name))
    }
    if known?.inlet.isOpen(to: node) != true {
      for step in stepper.initialSteps {
        node.engine.emit(step, from: source, in: node, isInitial: true)
      }
    }
    if let known {
      intake = known
      known.inlet.open(source, to: node)
    } else {
      let intake = StepIntake(StepInlet(source, to: node))
      self.intake = intake
      Self.intakes[stepper] = intake
      node.engine.context.readingStreams { intake.listen(to: stepper) }
    }
    stepper.readyToEmitSteps()
  }

  /// Takes over the steps to refuse them, unless another contribution receives them.
  static func refuse(_ stepper: any Stepper, with deflector: StepDeflector) {
    for step in stepper.initialSteps { deflector.refuse(step) }
    if let known = intakes[stepper] { return known.inlet.close(with: deflector) }
    let intake = StepIntake(StepInlet(deflector))
    intakes[stepper] = intake
    intake.listen(to: stepper)
  }

  /// Ends the contribution; later steps are refused.
  ///
  /// - Parameter reason: The reason of the end for a screen that is another framework's flow.
  func retire(because reason: NavigationEndReason = .stopped) {
    screen?.leave()
    screen?.endNode(because: reason, in: node)
    screen?.release()
    intake?.inlet.close(source, of: node)
    if let stepper { StepperWork.end(of: stepper) }
    guard let intake = intake.take(), var last = stepper.take() as AnyObject? else { return }
    // A stepper without other owners sends no later steps.
    if !intake.inlet.isOpen, isKnownUniquelyReferenced(&last) { Self.intakes[last] = nil }
  }

  /// Releases everything after the coordinator's release; later steps have no recipient.
  func shutDown() {
    screen?.release()
    guard let intake = intake.take(), let stepper = stepper.take() else { return }
    intake.inlet.close(source, of: node)
    StepperWork.end(of: stepper)
    if !intake.inlet.isOpen { Self.intakes[stepper] = nil }
  }
}

/// The subscription to a stepper, shared by all its contributions.
///
/// A stream has one reader, and ends with it.
@MainActor
private final class StepIntake {
  let inlet: StepInlet
  private var subscription: Cancellation?

  init(_ inlet: StepInlet) {
    self.inlet = inlet
  }

  func listen(to stepper: any Stepper) {
    subscription = stepper.observeSteps { [inlet] in inlet.receive($0) }
  }
}

extension [Contribution] {
  /// The contribution from which a step came.
  subscript(source: SlotID) -> Contribution? { first { $0.source == source } }
}
