import NavigationRuntime

/// A pending step with its flow and call: what the machine puts in order.
///
/// A class, so that passing it on copies nothing.
package final class StepItem {
  // Unchecked, as the others below: each is loaded and stored, and releases a value only afterwards.
  @exclusivity(unchecked) package private(set) var ticket: StepTicket
  /// Whether it belongs to a detour that a task of `adapt` makes before a link's hop.
  var belongsToDetour = false
  /// Whether a recording contains the step, or one from which it follows.
  var isRecorded = false
  /// `nil` while the item is spare.
  private var owner: FlowNode?
  var call: StepCall?
  /// The runner in which its handler runs.
  // Not counted, because each step passes it: the runner, which its task retains, resets it when the
  // handler has returned.
  @exclusivity(unchecked) unowned(unsafe) var runner: StepRunner?
  /// The step; after `adapt`, its result.
  @exclusivity(unchecked) package internal(set) var step: any Step
  // An optional step would take long to examine and to release.
  /// The step before `adapt`, which answers again when the item is not held any more.
  private var original: Original?
  /// The chain of steps from which the step follows; `nil` if it follows from none.
  @exclusivity(unchecked) var chain: ForwardChain?

  package init(_ step: any Step, ticket: StepTicket) {
    self.ticket = ticket
    self.step = step
  }

  /// Makes a spare item one for a step.
  func fill(_ step: any Step, ticket: StepTicket) {
    self.ticket = ticket
    self.step = step
  }

  /// Makes an item without other references a spare one, which refers to nothing.
  func clear() {
    step = NoneStep()
    original = nil
    isRecorded = false
    owner = nil
    call = nil
    chain = nil
  }

  var node: FlowNode {
    get {
      guard let owner else { preconditionFailure("A spare item has no flow.") }
      return owner
    }
    set { owner = newValue }
  }

  private final class Original {
    let step: any Step

    init(_ step: any Step) {
      self.step = step
    }
  }

  /// Whether the step is an answer of `adapt` that may have to be asked for again.
  var isAdapted: Bool { original != nil }

  func keepOriginal(_ step: any Step) { original = Original(step) }

  /// Forgets the answer of `adapt`.
  func restore() {
    if let original = original.take() { step = original.step }
  }

  @MainActor var event: NavigationEvent { NavigationEvent(flow: node.flowType, step: step) }
}

extension FlowEngine {
  /// Makes an item for a step, from a spare one if there is any.
  func makeItem(
    _ step: any Step, in node: FlowNode, call: StepCall? = nil, chain: ForwardChain?,
    belongsToDetour: Bool = false, ticket: StepTicket
  ) -> StepItem {
    let spare = spareItems.popLast()
    spare?.fill(step, ticket: ticket)
    let item = spare ?? StepItem(step, ticket: ticket)
    item.node = node
    item.call = call
    item.chain = chain
    item.belongsToDetour = belongsToDetour
    return item
  }

  /// Passes a new step to the machine.
  func enqueue(_ item: StepItem, cause: Int? = nil) {
    if recorder != nil { noteOrigin(of: item) }
    machine.enqueue(item)
    if context.isTraced { traceEmitted(item, cause: cause) }
    if !attempts.isEmpty { attempts[item.intent]?.noteBegun() }
  }

  private static let spareLimit = 1_024

  /// Keeps an item for a further step, unless something else still refers to it.
  @inline(never)
  func reuse(_ item: consuming StepItem) {
    guard spareItems.count < Self.spareLimit, life != .released, isKnownUniquelyReferenced(&item)
    else { return }
    // Before it is added, because a step that is released may call other code.
    item.clear()
    spareItems.append(consume item)
  }
}

/// The result of a flow's `adapt`.
enum AdaptedStep {
  /// The step to handle.
  case step(any Step)
  /// The step is not passed to `navigate`.
  case done(StepOutcome)
}
