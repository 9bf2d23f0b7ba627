import AsyncFlow

/// Steps through flows that have nothing to do, beside a bare dispatch through a protocol.
@MainActor let stepBenchmarks =
  [
    burst("a step in a burst", .idle, dispatches: 1) { await .nested(0) },
    burst("a step in a burst, 1,000 other flows alive", .idle, dispatches: 1) {
      await .spread(1_000)
    },
    burst("a step forwarded through 6 levels", .up, dispatches: 7) { await .nested(6) },
    Benchmark(
      name: "a step sent, then settled", floorName: "a Task started and awaited"
    ) {
      let tree = await BenchTree.nested(0)
      return (
        loop: { times in
          for _ in 0..<times {
            tree.stepper.steps.send(BenchStep.idle)
            await tree.coordinator.settled()
          }
        },
        floor: taskFloor
      )
    },
    Benchmark(
      name: "a step navigated to and awaited", floorName: "a Task started and awaited"
    ) {
      let tree = await BenchTree.nested(0)
      return (
        loop: { times in
          for _ in 0..<times {
            await tree.coordinator.navigate(to: BenchStep.idle, in: tree.flow)
          }
        },
        floor: taskFloor
      )
    },
    Benchmark(
      name: "a broadcast to 1,000 flows, awaited", floorName: "1,000 dispatches through a protocol"
    ) {
      let tree = await BenchTree.spread(999)
      let handlers = Handlers(1_000)
      return (
        loop: { times in
          for _ in 0..<times { await tree.coordinator.navigate(to: BenchStep.idle) }
        },
        floor: { times in
          for _ in 0..<times {
            for handler in handlers.all { handler.handle(BenchStep.idle) }
          }
        }
      )
    },
  ]

/// As many steps as there is time for are sent at once, and are waited for together.
@MainActor
private func burst(
  _ name: String, _ step: BenchStep, dispatches: Int,
  in make: @escaping @MainActor () async -> BenchTree
) -> Benchmark {
  Benchmark(
    name: name,
    floorName: dispatches == 1
      ? "a dispatch through a protocol" : "\(dispatches) dispatches through a protocol"
  ) {
    let tree = await make()
    let handlers = Handlers(dispatches)
    return (
      loop: { times in
        for _ in 0..<times { tree.stepper.steps.send(step) }
        await tree.coordinator.settled()
      },
      floor: { times in
        for _ in 0..<times {
          for handler in handlers.all { handler.handle(step) }
        }
      }
    )
  }
}

/// A task on the main actor is started and awaited.
@MainActor
private func taskFloor(_ times: Int) async {
  let counter = Counter()
  for _ in 0..<times { await Task { counter.sum &+= 1 }.value }
  use(counter.sum)
}
