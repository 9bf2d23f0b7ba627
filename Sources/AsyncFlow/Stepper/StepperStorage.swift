import NavigationRuntime

/// The storage of a stepper, which as a protocol has none: the entry of its steps, its work and the
/// steps that it emits.
///
/// Made on first use. It outlives the contributions, to refuse later steps and later work.
@MainActor
final class StepperStorage {
  private enum Phase {
    /// Before the first contribution.
    case early
    case contributed(Int32)
    case ended
  }

  private static let table = WeakTable<StepperStorage>()

  /// The storages of the steppers in a composite, whose work lives as long as its contributions.
  private let parts: [StepperStorage]
  /// The entry of the steps, shared by all contributions; `nil` before the first one.
  private(set) var inlet: StepInlet?
  /// The subscription that feeds the entry; a stream has one reader, and ends with it.
  private var subscription: Cancellation?
  private var phase = Phase.early
  /// The context of the latest contribution.
  private weak var context: NavigationContext?
  private var tasks: TaskTracker?
  // Unchecked, because each emitted step passes it, and no other code runs during an access.
  @exclusivity(unchecked) private var multicast: Multicast<any Step>?

  private init(of stepper: any Stepper) {
    parts = (stepper as? CompositeStepper)?.steppers.map { Self.of($0) } ?? []
  }

  static func of(_ stepper: any Stepper) -> StepperStorage {
    table.value(of: stepper) { StepperStorage(of: stepper) }
  }

  /// Removes the storage of a stepper that has been released, and thus sends no later steps.
  static func forget(_ stepper: ObjectIdentifier) { table.forget(stepper) }

  /// Returns what passes on the steps of a `StepEmittable`, made on first use.
  func emitter() -> Multicast<any Step> {
    if let multicast { return multicast }
    let made = Multicast<any Step>(backlogLimit: .max)
    multicast = made
    return made
  }

  // MARK: - Steps

  /// Takes over the steps of the stepper, which has had no entry yet.
  func subscribe(_ inlet: StepInlet, to stepper: any Stepper) {
    self.inlet = inlet
    // Nothing but the inlet is captured, not even the type, so that the closure needs no memory.
    subscription = stepper.observeSteps { step in
      inlet.receive(step)
      // A stream can outlive its stepper, and a stream that is never empty would be read forever.
      // While the inlet is open, a contribution retains the stepper.
      if !inlet.isOpen { StepperStorage.table.forget(inlet.stepper) }
    }
  }

  /// Ends the subscription; a later contribution makes another entry.
  func unsubscribe() {
    inlet = nil
    subscription = nil
  }

  // MARK: - Work

  /// Counts a contribution.
  func begin(in context: NavigationContext) {
    for part in parts { part.begin(in: context) }
    self.context = context
    tasks?.join(context.activity)
    if case .contributed(let count) = phase {
      phase = .contributed(count + 1)
    } else {
      phase = .contributed(1)
    }
  }

  /// Ends a contribution, and the work with the last one.
  func end() {
    guard case .contributed(let count) = phase else { return }
    for part in parts { part.end() }
    guard count == 1 else { return phase = .contributed(count - 1) }
    phase = .ended
    tasks?.cancelAll()
  }

  /// Ends the work of a stepper whose screen or flow left before the contribution.
  func refuseWork(in context: NavigationContext) {
    if case .contributed = phase { return }
    for part in parts { part.refuseWork(in: context) }
    self.context = context
    phase = .ended
    tasks?.cancelAll()
  }

  func startWork(
    _ stepper: String, _ name: String, at site: CallSite,
    _ body: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never>? {
    if case .ended = phase {
      (context ?? .shared).issues.report(.workAfterEnd(stepper, name, site))
      return nil
    }
    let tasks = tasks ?? TaskTracker()
    self.tasks = tasks
    if let context { tasks.join(context.activity) }
    return tasks.begin("\(stepper): \(name)", body)
  }

  func waitForEndOfWork() async -> [NavigationActivity] {
    await tasks?.waitForEnd(for: "the end of a stepper’s work") ?? []
  }
}

extension FlowNode {
  /// Ties the work of a stepper without later steps to the flow.
  func adoptWork(of stepper: any Stepper) {
    guard !(stepper is any AnonymousStepper) else { return }
    let storage = StepperStorage.of(stepper)
    storage.begin(in: engine.context)
    let table = stepperWork ?? WeakTable()
    stepperWork = table
    table[stepper] = Cancellation { storage.end() }
  }
}
