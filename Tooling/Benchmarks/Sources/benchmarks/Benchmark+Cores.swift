import CoreFlow

/// Actions, observers and lives of cores, beside a bare class with the same reducer and an array of
/// closures.
@MainActor let coreBenchmarks = [
  Benchmark(
    name: "an action, one distinct observer", floorName: "a bare class with the same reducer"
  ) {
    let counter = Counter()
    let core = TenCore(initialState: .init(), context: NavigationContext())
    core.observeDistinctState(\.a) { counter.sum &+= $0 }.store(in: &core.store)
    let bare = BareTen(Ten())
    bare.observe(\.a) { counter.sum &+= $0 }
    return (
      loop: { times in for _ in 0..<times { core.send(.add(1)) } },
      floor: { times in for _ in 0..<times { bare.send(.add(1)) } }
    )
  },
  Benchmark(
    name: "an action, 100 observers of which one changes",
    floorName: "a bare class with 100 closures that compare in place"
  ) {
    let counter = Counter()
    let core = HundredCore(initialState: .init(), context: NavigationContext())
    let bare = BareHundred(Hundred())
    for part in Hundred.parts {
      core.observeDistinctState(part) { counter.sum &+= $0 }.store(in: &core.store)
      bare.observe(part) { counter.sum &+= $0 }
    }
    return (
      loop: { times in for _ in 0..<times { core.send(.add(1)) } },
      floor: { times in for _ in 0..<times { bare.send(.add(1)) } }
    )
  },
  Benchmark(
    name: "a core with one distinct observer made and released, 10,000 alive",
    floorName: "a bare class and its closure"
  ) {
    let counter = Counter()
    let context = NavigationContext()
    return (
      loop: { times in
        alive(times) {
          observedCore(context, counter)
        }
      },
      floor: { times in
        alive(times) { observedBare(counter) }
      }
    )
  },
]

@MainActor let coreFootprints = [
  Footprint(
    name: "a core with one distinct observer",
    floorName: "a bare class and its closure",
    count: 10_000,
    make: { count in
      let (context, counter) = (NavigationContext(), Counter())
      return (0..<count).map { _ in observedCore(context, counter) }
    },
    makeFloor: { count in
      let counter = Counter()
      return (0..<count).map { _ in observedBare(counter) }
    }
  )
]

@MainActor
private func observedCore(_ context: NavigationContext, _ counter: Counter) -> TenCore {
  let core = TenCore(initialState: .init(), context: context)
  core.observeDistinctState(\.a) { counter.sum &+= $0 }.store(in: &core.store)
  return core
}

@MainActor
private func observedBare(_ counter: Counter) -> BareTen {
  let bare = BareTen(Ten())
  bare.observe(\.a) { counter.sum &+= $0 }
  return bare
}

/// Makes so many, and releases them whenever 10,000 live.
@MainActor
private func alive<Object: AnyObject>(_ times: Int, _ make: @MainActor () -> Object) {
  var objects: [Object] = []
  objects.reserveCapacity(min(times, 10_000))
  for _ in 0..<times {
    objects.append(make())
    if objects.count == 10_000 { objects.removeAll(keepingCapacity: true) }
  }
  use(objects)
}
