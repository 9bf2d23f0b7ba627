import NavigationRuntime

/// A stepper that was contributed to a flow, and the screen it belongs to.
///
/// The flow's node keeps it and it keeps the stepper. After its end only the way in is left, which
/// refuses what the stepper still sends.
@MainActor
final class Contribution {
  let source: SlotID
  let node: FlowNode
  /// The screen; `nil` for a stepper of the flow itself.
  let screen: ContributedScreen?
  private var stepper: (any Stepper)?
  private var intake: StepIntake?

  /// How each stepper is listened to, by stepper: for its contributions, and afterwards in order to
  /// refuse its steps.
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

  /// What people read about the screen, to which a step led.
  func metadata(for step: any Step) -> (any FlowMetadata)? {
    FlowMetadataChoice.metadata(of: stepper, for: step, in: node.flow)
  }

  /// Takes the steps over: the initial ones, those sent before, then what follows.
  ///
  /// A stepper that another contribution of the flow listens to has been asked for its initial
  /// steps.
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

  /// Takes the steps over in order to refuse them; not from another contribution.
  static func refuse(_ stepper: any Stepper, with deflector: StepDeflector) {
    for step in stepper.initialSteps { deflector.refuse(step) }
    if let known = intakes[stepper] { return known.inlet.close(with: deflector) }
    let intake = StepIntake(StepInlet(deflector))
    intakes[stepper] = intake
    intake.listen(to: stepper)
  }

  /// Lets go of everything; what the stepper still sends is refused.
  ///
  /// - Parameter reason: Why a flow of another framework ends, if the screen is one.
  func retire(because reason: NavigationEndReason = .stopped) {
    screen?.leave()
    screen?.endNode(because: reason, in: node)
    screen?.release()
    intake?.inlet.close(source, of: node)
    if let stepper { StepperWork.end(of: stepper) }
    guard let intake = intake.take(), var last = stepper.take() as AnyObject? else { return }
    // One that nobody else keeps has nothing more to say.
    if !intake.inlet.isOpen, isKnownUniquelyReferenced(&last) { Self.intakes[last] = nil }
  }

  /// Lets go of everything, since the coordinator has gone: nobody is left to refuse.
  func shutDown() {
    screen?.release()
    guard let intake = intake.take(), let stepper = stepper.take() else { return }
    intake.inlet.close(source, of: node)
    StepperWork.end(of: stepper)
    if !intake.inlet.isOpen { Self.intakes[stepper] = nil }
  }
}

/// How a stepper is listened to, once for all its contributions.
///
/// A stream has one reader, and ends when that stops reading.
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
