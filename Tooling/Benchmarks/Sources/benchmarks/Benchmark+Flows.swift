import AsyncFlow

/// Child flows that are started and ended, beside making the same objects.
@MainActor let flowBenchmarks = [childFlow(at: 10), childFlow(at: 200), nestedFlows]

@MainActor
private func childFlow(at depth: Int) -> Benchmark {
  Benchmark(
    name: "a child flow started and ended at depth \(depth)",
    floorName: "a handler with a controller made, and its step dispatched"
  ) {
    let tree = await BenchTree.nested(depth)
    return (
      loop: { times in
        // In small batches: so many siblings that moving their list is what costs are no tree.
        var left = times
        while left > 0 {
          let batch = min(left, 20)
          for _ in 0..<batch { tree.stepper.steps.send(BenchStep.child) }
          await tree.coordinator.settled()
          left -= batch
        }
      },
      floor: { times in makeHandlers(times) }
    )
  }
}

@MainActor private let nestedFlows = Benchmark(
  name: "200 nested child flows started and ended",
  floorName: "200 handlers with controllers made, and their steps dispatched"
) {
  (
    loop: { @MainActor times in
      for _ in 0..<times {
        let tree = await BenchTree.nested(200)
        tree.coordinator.stop()
      }
    },
    floor: { @MainActor times in makeHandlers(200 * times) }
  )
}

@MainActor let flowFootprints = [
  Footprint(
    name: "a child flow with its controller and its ended stepper",
    floorName: "a handler with a controller",
    count: 1_000,
    make: { await BenchTree.spread($0) },
    makeFloor: { Handlers($0) }
  )
]

@MainActor
private func makeHandlers(_ count: Int) {
  let handlers = Handlers(0)
  for _ in 0..<count {
    handlers.all.append(BareHandler())
    handlers.all.removeLast().handle(BenchStep.end)
  }
}
