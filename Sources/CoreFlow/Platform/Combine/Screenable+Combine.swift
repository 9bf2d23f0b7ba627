#if canImport(Combine)
import Combine

extension Screenable {
  /// Sends an action each time a publisher emits, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - publisher: Emits on any thread; the action is sent on the main actor.
  ///   - action: What to send.
  public func bind<P: Publisher>(onEmit publisher: P, send action: Core.Action)
  where P.Failure == Never {
    bind(onEmit: PublisherEmitter(publisher.map { _ in }), send: action)
  }

  /// Sends an action made from each thing that a publisher emits, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - publisher: Emits on any thread; in order, the actions are sent on the main actor.
  ///   - transform: Makes the action.
  public func bind<P: Publisher>(
    onEmit publisher: P, send transform: @escaping @MainActor (P.Output) -> Core.Action
  ) where P.Failure == Never, P.Output: Sendable {
    bind(onEmit: PublisherEmitter(publisher), send: transform)
  }

  /// Sends an action made from each thing that a publisher emits, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - publisher: Emits on the main actor; what is not `Sendable` and comes elsewhere is refused
  ///     and reported.
  ///   - transform: Makes the action.
  public func bind<P: Publisher>(
    onEmit publisher: P, send transform: @escaping @MainActor (P.Output) -> Core.Action
  ) where P.Failure == Never {
    let context = (self as? any Presentable).map { NavigationContext.of($0) } ?? .shared
    bind(onEmit: PublisherEmitter(publisher, context: context), send: transform)
  }
}
#endif
