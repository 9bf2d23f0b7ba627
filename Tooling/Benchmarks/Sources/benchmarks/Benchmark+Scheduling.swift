import NavigationRuntime

/// Running a transition in an idle lane, beside a closure that is queued in an array and called.
@MainActor let schedulingBenchmarks = [
  Benchmark(
    name: "a transition in an idle lane",
    floorName: "appending a closure to an array, taking it out, calling it"
  ) {
    let counter = Counter()
    let lane = NavigationScheduler()
    let queue = Closures()
    return (
      loop: { times in
        for _ in 0..<times {
          lane.schedule("count") { _ in
            counter.sum &+= 1
            return .ended(.performed)
          }
        }
        use(counter.sum)
      },
      floor: { times in
        for index in 0..<times {
          queue.all.append { counter.sum &+= $0 }
          queue.all.removeLast()(index)
        }
        use(counter.sum)
      }
    )
  }
]
