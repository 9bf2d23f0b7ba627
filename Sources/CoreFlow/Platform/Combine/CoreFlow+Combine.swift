#if canImport(Combine)
import Combine

extension Reactable {
  /// Publishes the current state, then each committed one, once and in order.
  ///
  /// ```swift
  /// core.state.map(\.title).removeDuplicates().sink { … }.store(in: &store)
  /// ```
  ///
  /// A state is published on the main actor, inside the `send` that commits it; states beyond the
  /// subscriber's demand wait. Finishes when the reactor is gone: neither the publisher nor a
  /// subscription retains it. To observe a property, `observeDistinctState` copies less.
  public var state: AnyPublisher<State, Never> {
    SourcePublisher { [weak self] receive in
      self?.observe { receive($0.pointee) }
    }.eraseToAnyPublisher()
  }
}

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

/// An emitter of a publisher's elements, which a screen or view binds.
public struct PublisherEmitter<Output>: Emitter {
  private let subscribe: @MainActor (@escaping @MainActor (Output) -> Void) -> Cancellation

  /// Creates an emitter from a publisher that emits on the main actor.
  ///
  /// An element that comes off the main actor is refused and reported: it is not `Sendable`, so it
  /// must not be sent to the main actor.
  ///
  /// - Parameters:
  ///   - publisher: The publisher.
  ///   - context: The context that receives issues of refused elements.
  public init<P: Publisher>(_ publisher: P, context: NavigationContext)
  where P.Output == Output, P.Failure == Never {
    subscribe = { receive in
      publisher.observeOnMainActor(
        carry: { _ in }, receive: receive,
        receiveCarried: { [weak context] in
          context?.issues.report(.publishedOffMainActor("\(P.self)", "\(Output.self)"))
        })
    }
  }

  /// Creates an emitter from a publisher that emits on any thread.
  ///
  /// - Parameter publisher: The publisher; elements that come off the main actor are delivered
  ///   there, in order.
  public init<P: Publisher>(_ publisher: P)
  where P.Output == Output, P.Failure == Never, Output: Sendable {
    subscribe = { receive in
      publisher.observeOnMainActor(carry: { $0 }, receive: receive, receiveCarried: receive)
    }
  }

  /// Subscribes a closure.
  public func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation {
    subscribe(receive)
  }
}

extension NavigationIssue {
  static func publishedOffMainActor(_ publisher: String, _ output: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "publishedOffMainActor"),
      fact: "\(publisher) published a value of type \(output), which is not `Sendable`, off the "
        + "main actor; it was refused.",
      advice: "Put `.receive(on: DispatchQueue.main)` before it, or make the type `Sendable`.",
      at: nil)
  }
}

/// An event that a publisher sent off the main actor.
private enum PublisherNews<Carried: Sendable>: Sendable {
  case value(Carried)
  case end((any Error)?)
}

/// The state of a subscription to a publisher.
@MainActor
private final class Listening {
  var isOver = false
  var subscription: AnyCancellable?

  nonisolated init() {}

  func end() {
    isOver = true
    subscription = nil
  }
}

extension Publisher {
  /// Observes the publisher on the main actor: events that it sends there at once, and events that
  /// it sends elsewhere in order, in the main queue's next turn.
  ///
  /// - Parameters:
  ///   - carry: Makes a value that can be sent to the main actor from an element that comes off it.
  ///   - receive: Receives the elements that come on the main actor.
  ///   - receiveCarried: Receives the values made from the others.
  ///   - end: Called when the publisher ends, with its error.
  /// - Returns: A handle that keeps the closures subscribed.
  @MainActor
  func observeOnMainActor<Carried: Sendable>(
    carry: @escaping @Sendable (Output) -> Carried, receive: @escaping @MainActor (Output) -> Void,
    receiveCarried: @escaping @MainActor (Carried) -> Void,
    end: @escaping @MainActor ((any Error)?) -> Void = { _ in }
  ) -> Cancellation {
    let listening = Listening()
    let mailbox = Mailbox<PublisherNews<Carried>> { [weak listening] news in
      guard listening?.isOver == false else { return }
      switch news {
      case .value(let value): receiveCarried(value)
      case .end(let error): end(error)
      }
    }
    let subscription = sink { [weak listening] completion in
      let error: (any Error)? = if case .failure(let error) = completion { error } else { nil }
      guard isOnMainActor else { return mailbox.put(.end(error)) }
      MainActor.assumeIsolated {
        mailbox.drain()
        if listening?.isOver == false { end(error) }
      }
    } receiveValue: { [weak listening] value in
      guard isOnMainActor else { return mailbox.put(.value(carry(value))) }
      // The value stays on the main actor, as checked above.
      nonisolated(unsafe) let value = value
      MainActor.assumeIsolated {
        mailbox.drain()
        if listening?.isOver == false { receive(value) }
      }
    }
    // An element published meanwhile may have ended the subscription; then it is cancelled here.
    if !listening.isOver { listening.subscription = subscription }
    return Cancellation { listening.end() }
  }
}

/// An error for a step of a procedure that published its result off the main actor.
///
/// A result need not be `Sendable`, so it must not be sent to the main actor.
public struct OffMainActorPublishError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The type of the publisher.
  public var publisher: String

  /// A description of the error, with the remedy.
  public var description: String {
    "\(publisher) published the result of a step off the main actor. Put `.receive(on: "
      + "DispatchQueue.main)` before it."
  }
}
#endif
