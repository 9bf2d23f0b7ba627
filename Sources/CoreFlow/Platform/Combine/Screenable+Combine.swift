#if canImport(Combine)
import Combine

extension Screenable {
  /// Sends an action for each element of a publisher, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - publisher: The publisher, which emits on any thread; the action is sent on the main actor.
  ///   - action: The action to send.
  public func bind<P: Publisher>(onEmit publisher: P, send action: Core.Action)
  where P.Failure == Never {
    bind(onEmit: PublisherEmitter(publisher.map { _ in }), send: action)
  }

  /// Sends an action made from each element of a publisher, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - publisher: The publisher, which emits on any thread; the actions are sent in order on the
  ///     main actor.
  ///   - transform: Makes an action from an element.
  public func bind<P: Publisher>(
    onEmit publisher: P, send transform: @escaping @MainActor (P.Output) -> Core.Action
  ) where P.Failure == Never, P.Output: Sendable {
    bind(onEmit: PublisherEmitter(publisher), send: transform)
  }

  /// Sends an action made from each element of a publisher, for as long as the screen lives.
  ///
  /// - Parameters:
  ///   - publisher: The publisher, which emits on the main actor. An element that is not `Sendable`
  ///     and comes off it is refused and reported.
  ///   - transform: Makes an action from an element.
  public func bind<P: Publisher>(
    onEmit publisher: P, send transform: @escaping @MainActor (P.Output) -> Core.Action
  ) where P.Failure == Never {
    let context = (self as? any Presentable).map { NavigationContext.of($0) } ?? .shared
    bind(onEmit: PublisherEmitter(publisher, context: context), send: transform)
  }
}
#endif
