/// A view that defines actions of its own and emits them, so that a screen can bind them.
///
/// ```swift
/// final class LoginForm: HeadlessView, ActionSource {
///   enum Action { case submit, changed(String) }
///   let action = AsyncPassthroughSubject<Action>()
///   var store: Set<Cancellation> = []
/// }
/// ```
@MainActor
public protocol ActionSource: AnyObject {
  /// What the view emits.
  associatedtype Action

  /// Where it emits.
  var action: AsyncPassthroughSubject<Action> { get }

  /// What ends with the view.
  var store: Set<Cancellation> { get set }
}

extension ActionSource {
  /// Emits an action.
  ///
  /// - Parameter action: What happened.
  public func send(_ action: Action) {
    self.action.send(action)
  }

  /// Emits an action each time something is emitted, for as long as the view lives.
  ///
  /// - Parameters:
  ///   - emitter: A subject, a control's events, a publisher.
  ///   - action: What to emit.
  public func map<Output>(_ emitter: some Emitter<Output>, to action: Action) {
    map(emitter) { _ in action }
  }

  /// Emits an action made from each thing that is emitted, for as long as the view lives.
  ///
  /// - Parameters:
  ///   - emitter: A subject, a control's events, a publisher.
  ///   - transform: Makes the action.
  public func map<Output>(
    _ emitter: some Emitter<Output>, transform: @escaping @MainActor (Output) -> Action
  ) {
    emitter.receive { [weak self] in self?.send(transform($0)) }.store(in: &store)
  }

  /// Emits what somebody else emits, for as long as the view lives.
  ///
  /// - Parameter actions: A subject, or the `action` of a view inside this one.
  public func forward(actions: some Emitter<Action>) {
    map(actions) { $0 }
  }
}
