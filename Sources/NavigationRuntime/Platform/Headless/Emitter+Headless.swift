/// The events of a headless control, for binding.
///
/// A subscription holds the control weakly.
struct HeadlessControlEmitter: Emitter {
  typealias Output = Void

  private weak var control: HeadlessControl?
  private let events: HeadlessControl.Event

  init(_ control: HeadlessControl, _ events: HeadlessControl.Event) {
    self.control = control
    self.events = events
  }

  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called on the main actor each time one of the events happens.
  /// - Returns: The handle that keeps the closure subscribed.
  func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation {
    let action = HeadlessAction { _ in receive(()) }
    control?.addAction(action, for: events)
    let events = events
    return Cancellation { [weak control] in control?.removeAction(action, for: events) }
  }
}

/// A source of events.
extension HeadlessControl: EventSource {}

extension EventSource where Self: HeadlessControl {
  /// Returns an emitter for the events of a kind.
  ///
  /// - Parameter events: The kinds of event.
  /// - Returns: The emitter.
  @_disfavoredOverload
  public func emitter(for events: Event) -> some Emitter<Void> & Sendable {
    HeadlessControlEmitter(self, events)
  }

  /// The taps on the control.
  @_disfavoredOverload
  public var onTap: some Emitter<Void> & Sendable { emitter(for: .touchUpInside) }
}
