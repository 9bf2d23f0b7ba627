extension HeadlessControl: EventSource {}

extension EventSource where Self: HeadlessControl {
  /// Returns an emitter for the events of a kind.
  ///
  /// - Parameter events: The kinds of event.
  /// - Returns: The emitter.
  @_disfavoredOverload
  public func emitter(for events: Event) -> some Emitter<Void> & Sendable {
    emitter(for: events) { _ in }
  }

  /// The taps on the control.
  @_disfavoredOverload
  public var onTap: some Emitter<Void> & Sendable { emitter(for: .touchUpInside) }

  fileprivate func emitter<Output>(
    for events: HeadlessControl.Event, read: @escaping @MainActor (Self) -> Output
  ) -> EventEmitter<Self, Output> {
    EventEmitter(self, read: read) { control, call in
      let action = HeadlessAction { _ in call() }
      control.addAction(action, for: events)
      return Cancellation { [weak control] in control?.removeAction(action, for: events) }
    }
  }
}

extension EventSource where Self: HeadlessTextField {
  /// The text, each time the user has changed it; changes by code are not emitted.
  @_disfavoredOverload
  public var onTextChange: some Emitter<String> & Sendable {
    emitter(for: .editingChanged) { $0.text ?? "" }
  }
}
