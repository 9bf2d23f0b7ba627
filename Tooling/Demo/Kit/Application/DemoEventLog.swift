import NavigationRuntime

/// The events of an app, the newest last.
@MainActor
public final class DemoEventLog {
  /// The newest events.
  public private(set) var events: [DemoEvent] = []
  /// Called with each event.
  public var onEvent: ((DemoEvent) -> Void)?

  /// The number of the newest event, 0 before the first.
  public private(set) var lastNumber = 0

  private let capacity: Int
  private var subscriptions: Set<Cancellation> = []

  /// Makes an empty log.
  ///
  /// - Parameter capacity: How many events it keeps; at least one.
  public init(capacity: Int = 500) {
    self.capacity = max(1, capacity)
  }

  /// Records an event; a text of several lines becomes one.
  public func add(_ kind: DemoEvent.Kind, _ text: String) {
    lastNumber += 1
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let event = DemoEvent(number: lastNumber, kind: kind, text: line)
    if events.count >= capacity { events.removeFirst(events.count - capacity + 1) }
    events.append(event)
    onEvent?(event)
  }

  /// Records each change of the screen, each issue, and each refusal of the platform.
  ///
  /// - Parameters:
  ///   - store: The store of the window.
  ///   - window: The window.
  public func follow(_ store: NavigationStore, in window: DemoWindow) {
    store.onChange { [weak self, weak store] change in
      guard let self, let store else { return }
      add(.change, Self.text(of: change, in: store.tree))
    }
    .store(in: &subscriptions)
    store.context.issues.handler = { [weak self] in self?.add(.issue, "\($0)") }
    window.platform.onReport = { [weak self] in self?.add(.issue, "\($0)") }
  }
}
