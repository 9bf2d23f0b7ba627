import NavigationRuntime

/// The decisions of a coordinator: which step is handled next, which waits, which is refused.
///
/// Pure: it knows flows and steppers by number and steps as payload, calls nothing and waits for
/// nothing. Its owner tells it what happened and asks for the ``next()`` action until there is
/// none.
///
/// ```
///            gate: hidden        visible: back to its rank
///   queued ──────────────▶ held ───────────────▶ queued
///     │ gate: open           │ dismissed ─▶ refused
///     ▼                                  park       fulfil
///  adapting ─▶ awaitingLane ─▶ navigating ──▶ parked ──▶ navigating
///     │ filtered, refused          │ returned
///     ▼                            ▼
///    done ◀──────────────────── settling
/// ```
///
/// - A step has a moment. At the gate a step of a hidden screen is held if it was emitted while the
///   screen was hidden, and refused if the screen was visible then and has been covered since.
/// - The gate is looked at again when `adapt` has answered and when the lane is free: what an
///   earlier step has covered or removed meanwhile counts, and so does a screen that has left.
/// - A step that a flow forwards has the moment of the step that it answers.
/// - Per flow the deliverable step with the lowest rank is next, one at a time; between flows the
///   lowest rank goes first. The rank is the order of emission.
/// - A step that is held does not stand in anybody's way.
/// - While the step that a flow handles is parked, the flow accepts what that step waits for:
///   steps from the child's subtree, or those of the nested call.
package struct StepMachine<Payload> {
  package typealias FlowID = SlotID
  package typealias SourceID = SlotID
  package typealias ItemID = Int
  package typealias CallID = Int

  /// A step on its way through one flow.
  ///
  /// An object, since it is handed on several times; to the machine it never changes. The payload
  /// belongs to the owner.
  package final class Item: Ranked {
    /// The order of emission.
    package let id: ItemID
    // Not checked for overlapping accesses: the owner's, who loads and stores it.
    @exclusivity(unchecked) package var payload: Payload
    package let flow: FlowID
    /// The contribution it came from; `nil` if it was forwarded or navigated to.
    package let source: SourceID?
    /// Whether it is the stepper's initial step, which no hidden screen holds back.
    package let isInitial: Bool
    /// The flow that forwarded it, or whose handler called for it.
    package let origin: FlowID?
    /// The nested call that waits for it.
    package let call: CallID?
    /// The step with which the intent began: of a step that follows from another one, that one's.
    package let intent: ItemID
    /// The contribution whose screen was visible when the intent began; `nil` if none was.
    let moment: SourceID?

    init(
      id: ItemID, payload: Payload, flow: FlowID, source: SourceID?, isInitial: Bool,
      origin: FlowID?, call: CallID?, intent: ItemID, moment: SourceID?
    ) {
      self.id = id
      self.payload = payload
      self.flow = flow
      self.source = source
      self.isInitial = isInitial
      self.origin = origin
      self.call = call
      self.intent = intent
      self.moment = moment
    }

    /// Whether it was forwarded from a screen that was visible.
    var isBoundToOther: Bool { source == nil && moment != nil }

    package var rank: Int { id }
  }

  /// What a parked step waits for.
  package enum Wait: Equatable {
    /// The end of a child.
    case child(FlowID)
    /// The steps of a nested call.
    case call(CallID)
    /// Something that the machine does not know: the user.
    case outside
  }

  package enum Phase: Equatable {
    case adapting
    case awaitingLane
    case navigating
    case parked(Wait)
    /// What it waited for is there; it goes on when what was nested in it is done.
    case fulfilled

    /// Whether it can go on by itself, or its owner can.
    var isAtWork: Bool {
      switch self {
      case .adapting, .awaitingLane, .navigating: true
      case .parked, .fulfilled: false
      }
    }
  }

  package enum Action {
    /// Ask the flow's `adapt`, then report ``adapted(_:in:passes:)``; or, if it lets every step
    /// through, look at the lane.
    case adapt(Item)
    /// Look whether a transition runs, then report ``laneAnswered(_:in:isFree:)``; if that says so,
    /// call the flow's `navigate` and report ``navigateReturned(_:in:_:settles:)``.
    case askLane(Item)
    /// Let a parked handler go on.
    case resume(Item)
    /// The step is done.
    case finish(Item, StepOutcome)
  }

  package struct Active {
    package let item: Item
    package var phase: Phase
  }

  struct Flow {
    let parent: FlowID?
    var queue = RankedQueue<Item>()
    /// The step that is handled, and those nested in it, outermost first.
    var active: [Active] = []
    var isEnded = false
    /// The rank with which it stands in `ready`.
    var scheduledRank: Int?
    var sources: [SourceID] = []
  }

  /// What hid a screen, or removed it.
  package struct Cover: Sendable {
    /// The intent of the step that did; `nil` if none did, or nobody knows.
    package let intent: ItemID?
    let cause: NavigationCause?

    /// Makes a cover.
    package init(intent: ItemID? = nil, cause: NavigationCause? = nil) {
      self.intent = intent
      self.cause = cause
    }

    /// What did it, in words.
    var name: String? { cause.map { $0.detail ?? $0.description } }
  }

  enum Visibility {
    /// Nobody has said; counts as visible at the gate, and is no moment to be missed.
    case unknown
    case visible
    case hidden
  }

  struct Source {
    let flow: FlowID
    let policy: HiddenStepPolicy
    let coveredPolicy: CoveredStepPolicy
    let allowsStepsWhenDismissed: Bool
    var visibility = Visibility.unknown
    /// What hid it; `nil` if it is not hidden.
    var cover: Cover?
    /// Whether its presentable has left and its steps are welcome all the same; other sources go.
    var isDismissed = false
    var held: [Item] = []

    /// Whether its steps wait, or are dropped, now.
    var holdsBack: Bool { visibility == .hidden && !isDismissed && policy != .always }
  }

  var flows = Slots<Flow>()
  var sources = Slots<Source>()
  var ready = RankHeap()
  var outbox = Outbox<Action>()
  var settling: [ItemID: Item] = [:]
  /// Of each nested call, the flows in which a step of it is not done.
  var calls: [CallID: [FlowID]] = [:]
  /// Of each contribution, how many steps were forwarded from its screen and are not done.
  var forwarded: [SourceID: Int] = [:]
  /// What removed the screens from which such steps come.
  var departures: [SourceID: Cover] = [:]
  /// How many steps are being handled and wait for nothing, or settle.
  var running = 0
  /// How many steps are not done.
  var undoneCount = 0
  private var nextID = 0

  package init() {}

  /// Whether ``next()`` may have something.
  package var hasWork: Bool { !outbox.isEmpty || !ready.isEmpty }

  /// Whether nothing is left to do until something happens outside.
  package var isIdle: Bool { running == 0 && !hasWork }

  mutating func takeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }
}
