#if canImport(Combine)
import Combine

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
          context?.issues.report(.publishedElsewhere("\(P.self)", "\(Output.self)"))
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
  ///
  /// - Parameter receive: Called on the main actor with each element.
  /// - Returns: A handle that keeps the closure subscribed.
  public func receive(_ receive: @escaping @MainActor (Output) -> Void) -> Cancellation {
    subscribe(receive)
  }
}

extension NavigationIssue {
  static func publishedElsewhere(_ publisher: String, _ output: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "publishedElsewhere"),
      fact: "\(publisher) published a \(output), which is not `Sendable`, off the main actor; it "
        + "was refused.",
      advice: "Put `.receive(on: DispatchQueue.main)` before it, or make the type `Sendable`.",
      at: nil)
  }
}
#endif
