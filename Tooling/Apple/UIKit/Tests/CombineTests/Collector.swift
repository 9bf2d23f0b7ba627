import Combine
import Dispatch
import NavigationRuntime

/// A subscriber that demands what the test says and notes what it is told.
@MainActor
final class Collector<Input>: Subscriber {
  typealias Failure = Never

  private(set) var subscription: (any Subscription)?
  private(set) var received: [Input] = []
  private(set) var isFinished = false
  /// How many elements are demanded with the subscription; `nil` for all.
  let initialDemand: Int?
  /// What is demanded anew by each element.
  var demandOnReceive = 0
  var onReceive: (Input) -> Void = { _ in }

  init(demanding initialDemand: Int? = nil) {
    self.initialDemand = initialDemand
  }

  // A publisher of this package calls all of these on the main actor, and traps here if not.
  nonisolated func receive(subscription: any Subscription) {
    nonisolated(unsafe) let subscription = subscription
    MainActor.assumeIsolated {
      self.subscription = subscription
      let demand = initialDemand.map { Subscribers.Demand.max($0) } ?? .unlimited
      if demand > .none { subscription.request(demand) }
    }
  }

  nonisolated func receive(_ input: Input) -> Subscribers.Demand {
    nonisolated(unsafe) let input = input
    let demand = MainActor.assumeIsolated {
      received.append(input)
      onReceive(input)
      return demandOnReceive
    }
    return .max(demand)
  }

  nonisolated func receive(completion: Subscribers.Completion<Never>) {
    MainActor.assumeIsolated {
      precondition(!isFinished, "A publisher finished twice.")
      isFinished = true
      subscription = nil
    }
  }

  func request(_ count: Int) { subscription?.request(.max(count)) }

  func cancel() { subscription?.cancel() }
}

/// Work on a thread that is not the main one.
enum Elsewhere {
  /// Returns when the work is done, and what it put into the main queue has run.
  static func run(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        work()
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }
}
