/// The events of a control or a gesture recognizer, for binding.
///
/// A subscription holds the source weakly, and coexists with the app's own actions, targets and
/// delegates. Unchecked, because the source is read on the main actor alone.
struct EventEmitter<Source: AnyObject, Output>: Emitter, @unchecked Sendable {
  typealias Subscribe =
    @MainActor (Source, _ call: @escaping @MainActor () -> Void) -> Cancellation

  private weak var source: Source?
  private let subscribe: Subscribe
  private let read: @MainActor (Source) -> Output?

  /// - Parameters:
  ///   - source: The source.
  ///   - read: Returns the value of an event; `nil` for one that is not emitted.
  ///   - subscribe: Calls a closure at each event, until the handle is cancelled.
  init(
    _ source: Source, read: @escaping @MainActor (Source) -> Output?, subscribe: @escaping Subscribe
  ) {
    self.source = source
    self.read = read
    self.subscribe = subscribe
  }

  func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation {
    guard let source else { return Cancellation {} }
    return subscribe(source) { [weak source, read] in
      if let source, let output = read(source) { receive(output) }
    }
  }
}
