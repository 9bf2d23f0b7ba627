/// The events of a headless control, for binding.
///
/// A subscription holds the control weakly.
struct HeadlessControlEmitter<Output>: Emitter {
  private weak var control: HeadlessControl?
  private let events: HeadlessControl.Event
  private let read: @MainActor (HeadlessControl) -> Output

  init(
    _ control: HeadlessControl, _ events: HeadlessControl.Event,
    read: @escaping @MainActor (HeadlessControl) -> Output
  ) {
    self.control = control
    self.events = events
    self.read = read
  }

  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called on the main actor each time one of the events happens.
  /// - Returns: The handle that keeps the closure subscribed.
  func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation {
    let read = read
    // A subscriber may retain the action longer than the control lives.
    let action = HeadlessAction { [weak control] _ in
      if let control { receive(read(control)) }
    }
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
    HeadlessControlEmitter(self, events) { _ in }
  }

  /// The taps on the control.
  @_disfavoredOverload
  public var onTap: some Emitter<Void> & Sendable { emitter(for: .touchUpInside) }
}

extension EventSource where Self: HeadlessTextField {
  /// The text, each time the user has changed it; changes by code are not emitted.
  @_disfavoredOverload
  public var onTextChange: some Emitter<String> & Sendable {
    HeadlessControlEmitter(self, .editingChanged) { ($0 as? HeadlessTextField)?.text ?? "" }
  }
}
