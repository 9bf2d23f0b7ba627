#if canImport(Combine)
import Combine

extension ActionSource {
  /// Emits an action each time a publisher emits, for as long as the view lives.
  ///
  /// - Parameters:
  ///   - publisher: Emits on any thread; the action is emitted on the main actor.
  ///   - action: What to emit.
  public func map<P: Publisher>(_ publisher: P, to action: Action) where P.Failure == Never {
    map(PublisherEmitter(publisher.map { _ in }), to: action)
  }

  /// Emits an action made from each thing that a publisher emits, for as long as the view lives.
  ///
  /// A publisher whose elements are not `Sendable` is passed as a
  /// ``PublisherEmitter/init(_:context:)``.
  ///
  /// - Parameters:
  ///   - publisher: Emits on any thread; in order, the actions are emitted on the main actor.
  ///   - transform: Makes the action.
  public func map<P: Publisher>(
    _ publisher: P, transform: @escaping @MainActor (P.Output) -> Action
  ) where P.Failure == Never, P.Output: Sendable {
    map(PublisherEmitter(publisher), transform: transform)
  }

  /// Emits what a publisher emits, for as long as the view lives.
  ///
  /// - Parameter actions: Emits on any thread; in order, the actions are emitted on the main actor.
  public func forward<P: Publisher>(actions: P)
  where P.Failure == Never, P.Output == Action, Action: Sendable {
    forward(actions: PublisherEmitter(actions))
  }

  /// Emits what a publisher emits, for as long as the view lives.
  ///
  /// - Parameter actions: Emits on the main actor; what is not `Sendable` and comes elsewhere is
  ///   refused and reported.
  public func forward<P: Publisher>(actions: P) where P.Failure == Never, P.Output == Action {
    forward(actions: PublisherEmitter(actions, context: .shared))
  }
}
#endif
