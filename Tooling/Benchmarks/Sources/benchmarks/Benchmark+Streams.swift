import NavigationRuntime

/// Sending through a subject, beside calling closures that stand in an array.
@MainActor let streamBenchmarks = [1, 100].map { sinkCount in
  Benchmark(
    name: "send to \(sinkCount) \(sinkCount == 1 ? "sink" : "sinks")",
    floorName: "calling \(sinkCount == 1 ? "a closure" : "\(sinkCount) closures") in an array"
  ) {
    let counter = Counter()
    let subject = AsyncPassthroughSubject<Int>()
    var subscriptions: Set<Cancellation> = []
    for _ in 0..<sinkCount {
      subject.sink { counter.sum &+= $0 }.store(in: &subscriptions)
    }
    let closures: [@MainActor (Int) -> Void] = (0..<sinkCount).map { _ in
      { counter.sum &+= $0 }
    }
    return (
      loop: { [subscriptions] times in
        for index in 0..<times { subject.send(index) }
        withExtendedLifetime(subscriptions) { use(counter.sum) }
      },
      floor: { times in
        for index in 0..<times {
          for closure in closures { closure(index) }
        }
        use(counter.sum)
      }
    )
  }
}

/// What the sinks do: as little as can be seen from outside.
@MainActor
final class Counter {
  var sum = 0
}

/// Closures that the optimiser cannot see through.
@MainActor
final class Closures {
  var all: [@MainActor (Int) -> Void] = []
}
