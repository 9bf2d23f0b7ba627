#if canImport(Combine)
import Combine

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
    carry: @escaping @Sendable (Output) -> Carried,
    receive: @escaping @MainActor (Output) -> Void,
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
#endif
