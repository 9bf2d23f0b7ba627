import NavigationRuntime

/// Publishes a coordinator's events, and keeps the newest for the first subscriber of each kind.
///
/// A logger usually subscribes in a task, after `coordinate` has returned. Earlier events are
/// replayed to it, up to ``capacity``; the limit bounds the history of an unobserved coordinator.
@MainActor
final class FlowEventLog {
  static let capacity = 1_024

  /// The events of a step that a flow handles, in this order.
  enum Stage: Int {
    case willNavigate
    case didNavigate
    case didSettle
  }

  /// An event, with the last of the same step's later stages if they followed immediately, the usual
  /// case.
  fileprivate struct Kept {
    let event: FlowEvent
    var last: Stage?
  }

  private let events = Multicast<FlowEvent>()
  /// The stages of steps, for the streams of one kind.
  private let stages = Multicast<FlowEvent>()
  // Unchecked, because each step accesses these three times. A replaced value is released only after
  // the access, so no other code runs during one.
  @exclusivity(unchecked) private var kept: [Kept] = []
  @exclusivity(unchecked) private var oldest = 0
  @exclusivity(unchecked) private var newestIndex = 0
  /// The step of the newest kept event, if it is one of a stage.
  @exclusivity(unchecked) private var newestItem: Int?
  /// The last stage of that step, which is added to the event when another one follows.
  @exclusivity(unchecked) private var newestStage = Stage.willNavigate
  @exclusivity(unchecked) private var keepsEvents = true
  /// Whether events have been observed, so that sending one may call other code.
  @exclusivity(unchecked) private(set) var hasSinks = false
  /// The step of which an event is being published.
  @exclusivity(unchecked) private(set) var published: StepItem?
  /// Whether ``FlowEvent/completed`` has been sent, which no event follows.
  private(set) var isComplete = false
  private var replayed: Set<Kind> = []
  private var hasPrinted = false

  enum Kind: CaseIterable {
    case all
    case willNavigate
    case didNavigate
  }

  func send(_ event: FlowEvent) {
    guard !isComplete else { return }
    publish(event)
  }

  /// Sends the last event; drops those that its observers cause.
  func complete() {
    isComplete = true
    publish(.completed)
    finish()
  }

  private func publish(_ event: FlowEvent) {
    if keepsEvents {
      keep(event)
      newestItem = nil
    }
    if hasSinks { events.send(event) }
  }

  // Inlined, because each step passes it three times.
  @inline(__always)
  func send(_ stage: Stage, of item: StepItem) {
    if !hasSinks, continuesNewest(stage, of: item) {
      newestStage = stage
    } else {
      record(stage, of: item)
    }
  }

  /// Whether a stage follows the newest one of the same step, as most do; both are kept as one event.
  private func continuesNewest(_ stage: Stage, of item: StepItem) -> Bool {
    newestItem == item.id && stage.rawValue == newestStage.rawValue + 1
  }

  @inline(never)
  private func record(_ stage: Stage, of item: StepItem) {
    if keepsEvents {
      if !continuesNewest(stage, of: item) {
        keep(FlowEvent(stage, item.event))
        newestItem = item.id
      }
      newestStage = stage
    }
    guard hasSinks else { return }
    let outer = published
    published = item
    defer { published = outer }
    let event = FlowEvent(stage, item.event)
    // First, because a sink of all events may cause further ones.
    stages.send(event)
    events.send(event)
  }

  private func keep(_ event: consuming FlowEvent) {
    completeNewest()
    guard kept.count == Self.capacity else {
      newestIndex = kept.count
      return kept.append(Kept(event: event))
    }
    newestIndex = oldest
    // A division would cost more.
    oldest = oldest + 1 < Self.capacity ? oldest + 1 : 0
    var old = Kept(event: event)
    swap(&kept[newestIndex], &old)
  }

  /// Adds the last stage of the newest event's step to the event.
  private func completeNewest() {
    if newestItem != nil { kept[newestIndex].last = newestStage }
  }

  /// Whether all events are observed now; a stream of one kind contains no unhandled step.
  var isObserved: Bool { events.sinkCount > 0 }

  func finish() {
    stages.finish()
    events.finish()
  }

  func sink(_ receive: @escaping @MainActor (FlowEvent) -> Void) -> Cancellation {
    sink(takeKept(for: .all), receive)
  }

  /// Subscribes the output for debugging, which leaves the earlier events to other subscribers.
  func output(_ receive: @escaping @MainActor (FlowEvent) -> Void) -> Cancellation {
    hasSinks = true
    let old = hasPrinted ? [] : keptEvents
    hasPrinted = true
    return sink(old, receive)
  }

  private func sink(
    _ old: [FlowEvent], _ receive: @escaping @MainActor (FlowEvent) -> Void
  ) -> Cancellation {
    guard !old.isEmpty else { return events.sink(receive) }
    // Events that the delivery of earlier ones causes follow after those.
    let replay = Multicast<FlowEvent>(backlogLimit: .max)
    for event in old { replay.send(event) }
    let subscription = events.sink { replay.send($0) }
    let delivery = replay.consume(receive)
    return Cancellation {
      subscription.cancel()
      delivery.cancel()
    }
  }

  func stream<Element: Sendable>(
    _ kind: Kind, _ select: @escaping @MainActor (FlowEvent) -> Element?
  ) -> AsyncStream<Element> {
    .subscribing { end in
      for element in takeKept(for: kind).compactMap(select) { end.yield(element) }
      return (kind == .all ? events : stages).sink(onFinish: { end.finish() }) {
        if let element = select($0) { end.yield(element) }
      }
    }
  }

  private func takeKept(for kind: Kind) -> [FlowEvent] {
    hasSinks = true
    guard replayed.insert(kind).inserted else { return [] }
    let events = keptEvents
    if replayed.count == Kind.allCases.count {
      keepsEvents = false
      newestItem = nil
      kept = []
      oldest = 0
    }
    return events
  }

  private var keptEvents: [FlowEvent] {
    completeNewest()
    return (kept[oldest...] + kept[..<oldest]).flatMap(\.events).suffix(Self.capacity)
  }
}

extension FlowEventLog.Kept {
  fileprivate var events: [FlowEvent] {
    switch (event, last) {
    case (.willNavigate(let step), .didNavigate): [event, .didNavigate(step)]
    case (.willNavigate(let step), .didSettle): [event, .didNavigate(step), .didSettle(step)]
    case (.didNavigate(let step), .didSettle): [event, .didSettle(step)]
    default: [event]
    }
  }
}

extension FlowEvent {
  fileprivate init(_ stage: FlowEventLog.Stage, _ event: NavigationEvent) {
    self =
      switch stage {
      case .willNavigate: .willNavigate(event)
      case .didNavigate: .didNavigate(event)
      case .didSettle: .didSettle(event)
      }
  }
}
