/// The decisions of a scheduler: the next transition to run, and the ends of transitions.
///
/// Pure: it identifies transitions by number, calls nothing and waits for nothing. Its owner
/// carries out each ``next(platformIsBusy:)`` action.
///
/// ```
///            start            bodyReturned(.started)     platform idle, nothing nested
///   queued ────────▶ executing ───────────────▶ settling ───────────────────────────▶ ended
///                        │                         ▲
///                        │ bodyReturned(.open)     │ close
///                        └──────────────────────▶ open
/// ```
///
/// A transition that was closed before its body returned settles at once.
///
/// A transition that is scheduled from inside an active one is nested in it: it starts when the
/// outer one's platform part has ended, before anything in the queue.
package struct SchedulerStateMachine {
  package typealias ID = Int

  package enum Action: Equatable {
    /// Call the transition's platform part, then report ``bodyReturned(_:_:begun:)``.
    case start(ID)
    /// The transition has ended.
    case end(ID, TransitionOutcome)
    /// There is nothing to do until the next event.
    case wait(Wait)
  }

  package enum Wait: Equatable {
    /// Nothing is queued and nothing is active.
    case idle
    /// A body is on the call stack.
    case body(ID)
    /// The platform runs a transition: an active one's, or a foreign one.
    case platform(ID?)
    /// An open transition has not been closed.
    case close(ID)
  }

  package typealias Answer = ScheduledTransition.Answer

  private struct Active {
    enum Phase: Equatable {
      /// The outcome is that of an open transition that was closed while its body runs.
      case executing(closedWith: TransitionOutcome?)
      case settling(TransitionOutcome)
      case open
    }

    let id: ID
    var phase = Phase.executing(closedWith: nil)
    /// The platform's transitions that began while the body was on the call stack, by number.
    var begun: Range<UInt64> = 0..<0
    var nested = Queue<ID>()

    var isExecuting: Bool { if case .executing = phase { true } else { false } }
  }

  private var queue = Queue<ID>()
  /// The running transition and those nested in it, outermost first.
  private var active: [Active] = []

  package init() {}

  package var isEmpty: Bool { queue.isEmpty && active.isEmpty }

  /// The transition whose body is on the call stack.
  package var executing: ID? {
    active.last.flatMap { $0.isExecuting ? $0.id : nil }
  }

  package var activeIDs: [ID] { active.map(\.id) }

  /// The transitions that have not begun, in the order in which they will.
  package var queuedIDs: [ID] {
    active.reversed().flatMap { $0.nested.elements } + queue.elements
  }

  /// Adds a transition: nested in an active one, else at the end of the queue.
  package mutating func enqueue(_ id: ID, nestedIn outer: ID? = nil) {
    if let outer, let index = active.lastIndex(where: { $0.id == outer }) {
      active[index].nested.append(id)
    } else {
      queue.append(id)
    }
  }

  /// Removes a transition that has not begun; returns whether there was one.
  package mutating func remove(_ id: ID) -> Bool {
    if queue.removeFirst(where: { $0 == id }) != nil { return true }
    for index in active.indices {
      if active[index].nested.removeFirst(where: { $0 == id }) != nil { return true }
    }
    return false
  }

  package mutating func next(platformIsBusy: Bool) -> Action {
    guard let last = active.indices.last else {
      guard let first = queue.first else { return .wait(.idle) }
      guard !platformIsBusy else { return .wait(.platform(nil)) }
      _ = queue.popFirst()
      active.append(Active(id: first))
      return .start(first)
    }
    let id = active[last].id
    if active[last].isExecuting { return .wait(.body(id)) }
    guard !platformIsBusy else { return .wait(.platform(id)) }
    if let nested = active[last].nested.popFirst() {
      active.append(Active(id: nested))
      return .start(nested)
    }
    guard case .settling(let outcome) = active[last].phase else { return .wait(.close(id)) }
    active.removeLast()
    return .end(id, outcome)
  }

  /// Whether the next action starts a transition if the platform is not busy.
  package var isAboutToStart: Bool {
    guard let last = active.last else { return !queue.isEmpty }
    return !last.isExecuting && !last.nested.isEmpty
  }

  /// Records that the platform part of a started transition has returned.
  ///
  /// `begun` are the numbers of the platform's transitions that began meanwhile.
  package mutating func bodyReturned(_ id: ID, _ answer: Answer, begun: Range<UInt64> = 0..<0) {
    guard let index = active.lastIndex(where: { $0.id == id }) else { return }
    active[index].begun = begun
    switch answer {
    case .started: active[index].phase = .settling(.performed)
    case .ended(let outcome): active[index].phase = .settling(outcome)
    case .open:
      if case .executing(let outcome?) = active[index].phase {
        active[index].phase = .settling(outcome)
      } else {
        active[index].phase = .open
      }
    }
  }

  /// Closes an open transition; returns whether it was active.
  package mutating func close(_ id: ID, _ outcome: TransitionOutcome) -> Bool {
    guard let index = active.lastIndex(where: { $0.id == id }) else { return false }
    switch active[index].phase {
    case .executing(nil): active[index].phase = .executing(closedWith: outcome)
    case .open: active[index].phase = .settling(outcome)
    case .executing, .settling: return false
    }
    return true
  }

  /// Records that the user stopped a platform transition.
  ///
  /// The scheduler's transition that began it was interrupted. A gesture unrelated to the scheduler
  /// interrupts nothing.
  package mutating func interrupt(_ number: UInt64) {
    guard let index = active.lastIndex(where: { $0.begun.contains(number) }),
      active[index].phase == .settling(.performed)
    else { return }
    active[index].phase = .settling(.interruptedByUser)
  }

  /// Gives up a transition that never ended: it ends with this outcome as soon as possible.
  package mutating func abandon(_ id: ID, _ outcome: TransitionOutcome) {
    guard let index = active.lastIndex(where: { $0.id == id }) else { return }
    active[index].phase = .settling(outcome)
  }
}
