/// A view that emits actions of its own, which a screen binds.
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
  /// The type of the actions.
  associatedtype Action

  /// The subject that emits the actions.
  var action: AsyncPassthroughSubject<Action> { get }

  /// Subscriptions that end with the view.
  var store: Set<Cancellation> { get set }
}

extension ActionSource {
  /// Emits an action.
  ///
  /// - Parameter action: The action to emit.
  public func send(_ action: Action) {
    self.action.send(action)
  }

  /// Emits an action for each element of an emitter, for as long as the view lives.
  ///
  /// - Parameters:
  ///   - emitter: A subject, a control's events, a publisher.
  ///   - action: The action to emit.
  public func map<Output>(_ emitter: some Emitter<Output>, to action: Action) {
    map(emitter) { _ in action }
  }

  /// Emits an action made from each element of an emitter, for as long as the view lives.
  ///
  /// - Parameters:
  ///   - emitter: A subject, a control's events, a publisher.
  ///   - transform: Makes an action from an element.
  public func map<Output>(
    _ emitter: some Emitter<Output>, transform: @escaping @MainActor (Output) -> Action
  ) {
    emitter.receive { [weak self] in self?.send(transform($0)) }.store(in: &store)
  }

  /// Emits the actions of an emitter, for as long as the view lives.
  ///
  /// - Parameter actions: A subject, or the `action` of a view inside this one.
  public func forward(actions: some Emitter<Action>) {
    map(actions) { $0 }
  }
}
