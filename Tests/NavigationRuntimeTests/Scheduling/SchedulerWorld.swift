import NavigationRuntime

/// The plainest description of a scheduler: the model for `SchedulerStateMachine`.
struct SchedulerModel: Hashable {
  enum Phase: Hashable {
    case executing
    case settling(String)
    case open
  }

  struct Active: Hashable {
    var id: Int
    var phase = Phase.executing
    var nested: [Int] = []
    var early: String?
    /// Whether a transition of the platform's began in the body and still runs.
    var hasBegun = false
  }

  var isBusy = false
  var queue: [Int] = []
  var active: [Active] = []
  var ended: [Int: String] = [:]
  var nextID = 0

  var isExecuting: Bool { active.last?.phase == .executing }
  var queued: [Int] { active.reversed().flatMap(\.nested) + queue }
}

/// The events of a scheduler.
enum SchedulerEvent: CustomStringConvertible {
  case enqueue(nestedIn: Int?)
  case bodyReturned(ScheduledTransition.Answer, platformBegins: Bool)
  case close(Int, TransitionOutcome)
  case remove(Int)
  case interrupt
  case abandon(Int)
  case platformBegins
  case platformEnds

  var description: String {
    switch self {
    case .enqueue(let outer): "enqueue(in: \(outer.map(String.init) ?? "-"))"
    case .bodyReturned(let answer, let begins): "body(\(answer)\(begins ? ", begins" : ""))"
    case .close(let id, let outcome): "close(\(id), \(outcome))"
    case .remove(let id): "remove(\(id))"
    case .interrupt: "interrupt"
    case .abandon(let id): "abandon(\(id))"
    case .platformBegins: "busy"
    case .platformEnds: "idle"
    }
  }
}

/// A state machine, its platform and its model, kept in step; notes the differences.
struct SchedulerWorld {
  private(set) var state = SchedulerStateMachine()
  private(set) var model = SchedulerModel()
  private(set) var wait = SchedulerStateMachine.Wait.idle
  private(set) var faults: [String] = []
  let capacity: Int
  /// The number of a transition of the platform's that no body began.
  private let foreign = UInt64.max

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The events that are possible now.
  var possibleEvents: [SchedulerEvent] {
    var events: [SchedulerEvent] = []
    if model.nextID < capacity {
      if model.isExecuting {
        events.append(.enqueue(nestedIn: model.active.last?.id))
      } else {
        events.append(.enqueue(nestedIn: nil))
        for active in model.active { events.append(.enqueue(nestedIn: active.id)) }
        if let dead = model.ended.keys.min() { events.append(.enqueue(nestedIn: dead)) }
      }
    }
    if model.isExecuting {
      for answer in [ScheduledTransition.Answer.started, .open, .ended(.alreadyThere)] {
        events.append(.bodyReturned(answer, platformBegins: false))
        if !model.isBusy { events.append(.bodyReturned(answer, platformBegins: true)) }
      }
    }
    for id in 0..<model.nextID {
      if model.active.contains(where: { $0.id == id }) {
        events.append(.close(id, .performed))
        events.append(.close(id, .alreadyThere))
      }
      if model.queued.contains(id) {
        events.append(.remove(id))
        events.append(.close(id, .performed))
      }
    }
    events.append(.interrupt)
    switch wait {
    case .platform(let id?), .close(let id): events.append(.abandon(id))
    default: break
    }
    events.append(model.isBusy ? .platformEnds : .platformBegins)
    return events
  }

  mutating func apply(_ event: SchedulerEvent) {
    switch event {
    case .enqueue(let outer): enqueue(nestedIn: outer)
    case .bodyReturned(let answer, let begins): bodyReturned(answer, begins)
    case .close(let id, let outcome): close(id, outcome)
    case .remove(let id): remove(id)
    case .interrupt:
      let running = model.active.lastIndex(where: \.hasBegun)
      state.interrupt(running.map { UInt64(model.active[$0].id) } ?? foreign)
      if let running, model.active[running].phase == .settling("performed") {
        model.active[running].phase = .settling("interrupted by the user")
      }
    case .abandon(let id):
      state.abandon(id, .superseded)
      model.active[model.active.count - 1].phase = .settling("superseded by a later request")
    case .platformBegins: model.isBusy = true
    case .platformEnds:
      model.isBusy = false
      for index in model.active.indices { model.active[index].hasBegun = false }
    }
    advance()
    check()
  }

  private mutating func enqueue(nestedIn outer: Int?) {
    let id = model.nextID
    model.nextID += 1
    state.enqueue(id, nestedIn: outer)
    if let outer, let index = model.active.firstIndex(where: { $0.id == outer }) {
      model.active[index].nested.append(id)
    } else {
      model.queue.append(id)
    }
  }

  private mutating func bodyReturned(_ answer: ScheduledTransition.Answer, _ begins: Bool) {
    let last = model.active.count - 1
    let id = model.active[last].id
    // Each body begins at most one, which has the number of its transition.
    let begun = begins ? UInt64(id)..<UInt64(id + 1) : 0..<0
    state.bodyReturned(id, answer, begun: begun)
    if begins {
      model.isBusy = true
      model.active[last].hasBegun = true
    }
    switch answer {
    case .started: model.active[last].phase = .settling("performed")
    case .ended(let outcome): model.active[last].phase = .settling("\(outcome)")
    case .open: model.active[last].phase = model.active[last].early.map { .settling($0) } ?? .open
    }
  }

  private mutating func close(_ id: Int, _ outcome: TransitionOutcome) {
    _ = state.close(id, outcome)
    guard let index = model.active.firstIndex(where: { $0.id == id }) else { return }
    switch model.active[index].phase {
    case .executing: model.active[index].early = model.active[index].early ?? "\(outcome)"
    case .open: model.active[index].phase = .settling("\(outcome)")
    case .settling: break
    }
  }

  private mutating func remove(_ id: Int) {
    if !state.remove(id) { faults.append("\(id) waits and cannot be removed") }
    if state.remove(id) { faults.append("\(id) was removed twice") }
    model.queue.removeAll { $0 == id }
    for index in model.active.indices { model.active[index].nested.removeAll { $0 == id } }
    model.ended[id] = "removed"
  }

  /// Carries out the decisions of the state machine, until it waits or a body is on the stack.
  private mutating func advance() {
    for _ in 0..<100 {
      switch state.next(platformIsBusy: model.isBusy) {
      case .start(let id): start(id)
      case .end(let id, let outcome): end(id, outcome)
      case .wait(let reason):
        wait = reason
        return
      }
    }
    faults.append("the scheduler does not come to rest")
  }

  private mutating func start(_ id: Int) {
    if model.isBusy { faults.append("\(id) starts while the platform is busy") }
    if model.isExecuting { faults.append("\(id) starts while a body is on the stack") }
    if model.active.isEmpty {
      if model.queue.first != id { faults.append("\(id) starts before its turn") }
      model.queue.removeAll { $0 == id }
    } else {
      let last = model.active.count - 1
      if model.active[last].nested.first != id { faults.append("\(id) starts, but is not nested") }
      model.active[last].nested.removeAll { $0 == id }
    }
    model.active.append(SchedulerModel.Active(id: id))
  }

  private mutating func end(_ id: Int, _ outcome: TransitionOutcome) {
    guard let last = model.active.popLast() else { return faults.append("\(id) was not active") }
    if last.id != id { faults.append("\(id) ends before \(last.id), which is nested in it") }
    if !last.nested.isEmpty { faults.append("\(id) ends before its nested transitions") }
    if model.isBusy { faults.append("\(id) ends while the platform is busy") }
    if last.phase != .settling("\(outcome)") { faults.append("\(id) ends with \(outcome)") }
    if model.ended[id] != nil { faults.append("\(id) ends twice") }
    model.ended[id] = "\(outcome)"
  }

  /// Checks the invariants of a waiting scheduler.
  private mutating func check() {
    if state.activeIDs != model.active.map(\.id) { faults.append("other transitions are active") }
    if state.queuedIDs != model.queued { faults.append("other transitions are queued") }
    if state.isEmpty != (model.active.isEmpty && model.queue.isEmpty) {
      faults.append("empty is \(state.isEmpty)")
    }
    let executing = model.isExecuting ? model.active.last?.id : nil
    if state.executing != executing { faults.append("another body executes") }
    let last = model.active.last
    let isRight =
      switch wait {
      case .idle: last == nil && model.queue.isEmpty
      case .body(let id): id == executing
      case .platform(let id): model.isBusy && executing == nil && id == last?.id
      case .close(let id):
        !model.isBusy && id == last?.id && last?.phase == .open && last?.nested == []
      }
    if !isRight { faults.append("waits for \(wait)") }
  }

  /// Lets all transitions end, and notes those that do not.
  mutating func finish() {
    for _ in 0..<100 {
      switch wait {
      case .idle:
        if model.ended.count != model.nextID { faults.append("not everything has ended") }
        return
      case .body: apply(.bodyReturned(.open, platformBegins: false))
      case .platform: apply(.platformEnds)
      case .close(let id): apply(.close(id, .performed))
      }
    }
    faults.append("a transition never ends")
  }
}
