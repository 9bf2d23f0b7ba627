import NavigationRuntime

/// Publishes a coordinator's events, and keeps the newest for the first subscriber of each kind.
///
/// A logger usually subscribes in a task, after `coordinate` has returned. What happened before is
/// replayed to it, up to ``capacity`` events; a coordinator that nobody watches must not collect
/// its history forever.
@MainActor
final class FlowEventLog {
  static let capacity = 1_024

  private let events = Multicast<FlowEvent>()
  // Not checked for overlapping accesses, since each step comes here three times: what an access
  // replaces is kept until it has ended, so that no other code runs during one.
  @exclusivity(unchecked) private var kept: [FlowEvent] = []
  @exclusivity(unchecked) private var oldest = 0
  @exclusivity(unchecked) private var keepsEvents = true
  @exclusivity(unchecked) private var hasSinks = false
  private var replayed: Set<Kind> = []

  enum Kind: CaseIterable {
    case all
    case willNavigate
    case didNavigate
  }

  func send(_ event: FlowEvent) {
    if keepsEvents { keep(event) }
    if hasSinks { events.send(event) }
  }

  private func keep(_ event: FlowEvent) {
    if kept.count < Self.capacity {
      kept.append(event)
    } else {
      let place = oldest
      oldest = (place + 1) % Self.capacity
      withExtendedLifetime(kept[place]) { kept[place] = event }
    }
  }

  var isFinished: Bool { events.isFinished }

  func finish() { events.finish() }

  func sink(_ receive: @escaping @MainActor (FlowEvent) -> Void) -> Cancellation {
    let old = takeKept(for: .all)
    let subscription = events.sink(receive)
    for event in old { receive(event) }
    return subscription
  }

  /// Hears what happens from now on.
  func listen(_ receive: @escaping @MainActor (FlowEvent) -> Void) -> Cancellation {
    hasSinks = true
    return events.sink(receive)
  }

  func stream<Element: Sendable>(
    _ kind: Kind, _ select: @escaping @MainActor (FlowEvent) -> Element?
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    for element in takeKept(for: kind).compactMap(select) { continuation.yield(element) }
    // The subscription owns the other half of the stream, so that the stream ends with the log.
    let end = StreamFinisher { continuation.finish() }
    let subscription = events.sink(onFinish: { end.finish() }) {
      if let element = select($0) { continuation.yield(element) }
    }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  private func takeKept(for kind: Kind) -> [FlowEvent] {
    hasSinks = true
    guard replayed.insert(kind).inserted else { return [] }
    let events = Array(kept[oldest...] + kept[..<oldest])
    if replayed.count == Kind.allCases.count {
      keepsEvents = false
      kept = []
    }
    return events
  }
}

/// Ends a stream, at the latest when its source goes away.
private final class StreamFinisher: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  func finish() { action() }

  deinit { action() }
}
