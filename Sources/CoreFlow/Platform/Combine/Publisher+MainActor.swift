#if canImport(Combine)
import Combine

/// What a publisher has said away from the main actor.
private enum PublisherNews<Carried: Sendable>: Sendable {
  case value(Carried)
  case end((any Error)?)
}

/// Whether somebody still listens to a publisher.
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
  /// Hears the publisher on the main actor: at once what it says there, and in the main queue's
  /// next turn, in order, what it says elsewhere.
  ///
  /// - Parameters:
  ///   - carry: Makes of an element that comes elsewhere what can go to the main actor.
  ///   - receive: Gets the elements that come on the main actor.
  ///   - receiveCarried: Gets those that come elsewhere.
  ///   - end: Called when the publisher ends, with its error.
  /// - Returns: The handle that keeps the closures subscribed.
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
      // It is on the main actor, where it stays: that was asked right above.
      nonisolated(unsafe) let value = value
      MainActor.assumeIsolated {
        mailbox.drain()
        if listening?.isOver == false { receive(value) }
      }
    }
    // What it published meanwhile may have been enough; then it is cancelled here.
    if !listening.isOver { listening.subscription = subscription }
    return Cancellation { listening.end() }
  }
}
#endif
