#if canImport(Combine)
import Combine

/// The elements of a publisher, as something that can be bound.
public struct PublisherEmitter<Output>: Emitter {
  private let subscribe: @MainActor (@escaping @MainActor (Output) -> Void) -> Cancellation

  /// Makes an emitter of a publisher that emits on the main actor.
  ///
  /// An element that comes elsewhere is refused and reported: it is not `Sendable`, so it must not
  /// go to the main actor.
  ///
  /// - Parameters:
  ///   - publisher: The publisher.
  ///   - context: Where refused elements are reported.
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

  /// Makes an emitter of a publisher that emits anywhere.
  ///
  /// - Parameter publisher: The publisher; what it emits elsewhere goes to the main actor, in order.
  public init<P: Publisher>(_ publisher: P)
  where P.Output == Output, P.Failure == Never, Output: Sendable {
    subscribe = { receive in
      publisher.observeOnMainActor(carry: { $0 }, receive: receive, receiveCarried: receive)
    }
  }

  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called on the main actor with each element.
  /// - Returns: The handle that keeps the closure subscribed.
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
