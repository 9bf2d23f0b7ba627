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
  private var inlet: StepInlet
  private var stepper: (any Stepper)?
  private var subscription: Cancellation?

  /// What keeps refusing the steps of those whose screen or flow is gone, by stepper.
  private static let refusing = WeakRegistry<StepIntake>()

  init(
    _ stepper: any Stepper, with screen: ContributedScreen?, as source: SlotID, to node: FlowNode
  ) {
    self.stepper = stepper
    self.screen = screen
    self.source = source
    self.node = node
    inlet = StepInlet(source, to: node)
  }

  var presentableName: String { screen?.name ?? node.name }

  var metadata: (any FlowMetadata)? { stepper?.metadata }

  /// Takes the steps over: the initial ones, those sent before, then what follows.
  func start() {
    guard let stepper else { return }
    StepperWork.begin(of: stepper, in: node.engine.context)
    let old = Self.refusing[stepper]
    Self.refusing[stepper] = nil
    for step in stepper.initialSteps {
      node.engine.emit(step, from: source, in: node, isInitial: true)
    }
    if let old {
      (inlet, subscription) = (old.inlet, old.subscription)
      inlet.open(source, to: node)
    } else {
      subscription = node.engine.context.readingStreams {
        stepper.observeSteps { [inlet] in inlet.receive($0) }
      }
    }
    stepper.readyToEmitSteps()
  }

  /// Takes the steps over in order to refuse them.
  static func refuse(_ stepper: any Stepper, with deflector: StepDeflector) {
    for step in stepper.initialSteps { deflector.refuse(step) }
    if let old = refusing[stepper] { return old.inlet.close(with: deflector) }
    let inlet = StepInlet(deflector)
    refusing[stepper] = StepIntake(inlet, stepper.observeSteps { inlet.receive($0) })
  }

  /// Lets go of everything; what the stepper still sends is refused.
  ///
  /// - Parameter reason: Why a flow of another framework ends, if the screen is one.
  func retire(because reason: NavigationEndReason = .stopped) {
    screen?.leave()
    screen?.endNode(because: reason, in: node)
    screen?.release()
    inlet.close()
    if let stepper { StepperWork.end(of: stepper) }
    guard var last = stepper.take() as AnyObject? else { return }
    // One that nobody else keeps has nothing more to say.
    if let subscription = subscription.take(), !isKnownUniquelyReferenced(&last) {
      Self.refusing[last] = StepIntake(inlet, subscription)
    }
  }

  /// Lets go of everything, since the coordinator has gone: nobody is left to refuse.
  func shutDown() {
    screen?.release()
    inlet.close()
    subscription = nil
    if let stepper { StepperWork.end(of: stepper) }
    stepper = nil
  }
}

/// How a stepper is listened to, which one contribution leaves to the next.
///
/// A stream has one reader, and ends when that stops reading.
@MainActor
private final class StepIntake {
  let inlet: StepInlet
  let subscription: Cancellation

  init(_ inlet: StepInlet, _ subscription: Cancellation) {
    self.inlet = inlet
    self.subscription = subscription
  }
}

extension [Contribution] {
  /// The contribution from which a step came.
  subscript(source: SlotID) -> Contribution? { first { $0.source == source } }
}
