#if canImport(Combine)
import Combine

extension ActionSource {
  /// Emits an action for each element of a publisher, for as long as the view lives.
  ///
  /// - Parameters:
  ///   - publisher: The publisher, which emits on any thread; the action is emitted on the main
  ///     actor.
  ///   - action: The action to emit.
  public func map<P: Publisher>(_ publisher: P, to action: Action) where P.Failure == Never {
    map(PublisherEmitter(publisher.map { _ in }), to: action)
  }

  /// Emits an action made from each element of a publisher, for as long as the view lives.
  ///
  /// Pass a publisher whose elements are not `Sendable` as a ``PublisherEmitter/init(_:context:)``.
  ///
  /// - Parameters:
  ///   - publisher: The publisher, which emits on any thread; the actions are emitted in order on
  ///     the main actor.
  ///   - transform: Makes an action from an element.
  public func map<P: Publisher>(
    _ publisher: P, transform: @escaping @MainActor (P.Output) -> Action
  ) where P.Failure == Never, P.Output: Sendable {
    map(PublisherEmitter(publisher), transform: transform)
  }

  /// Emits the actions of a publisher, for as long as the view lives.
  ///
  /// - Parameter actions: The publisher, which emits on any thread; the actions are emitted in
  ///   order on the main actor.
  public func forward<P: Publisher>(actions: P)
  where P.Failure == Never, P.Output == Action, Action: Sendable {
    forward(actions: PublisherEmitter(actions))
  }

  /// Emits the actions of a publisher, for as long as the view lives.
  ///
  /// - Parameter actions: The publisher, which emits on the main actor. An action that is not
  ///   `Sendable` and comes off it is refused and reported.
  public func forward<P: Publisher>(actions: P) where P.Failure == Never, P.Output == Action {
    forward(actions: PublisherEmitter(actions, context: .shared))
  }
}
#endif
