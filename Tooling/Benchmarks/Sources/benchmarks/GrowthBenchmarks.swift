import AsyncFlow
import CoreFlow

/// Work beside the same work where there is less of everything: what is flat has the ratio 1.
@MainActor let growthBenchmarks =
  [100, 1_000].map { count in
    growth("attach and detach of a child, \(count) siblings", "10 siblings", count, 10) { count in
      let root = BenchFeature(context: NavigationContext())
      root.start(under: nil)
      for _ in 0..<count { root.attach(BenchFeature(), by: .none) }
      return { times in
        for _ in 0..<times {
          let child = BenchFeature()
          root.attach(child, by: .none)
          root.detach(child)
        }
      }
    }
  }
  + [100, 1_000].map { count in
    growth("a step sent, then settled, \(count) coordinators", "1 coordinator", count, 1) {
      let context = NavigationContext()
      var trees: [BenchTree] = []
      for _ in 0..<$0 { trees.append(await .nested(0, in: context)) }
      return settling(trees[0], keeping: trees)
    }
  }
  + [1_000].map { count in
    growth("a step sent, then settled, \(count) cores", "1 core", count, 1) { count in
      let context = NavigationContext()
      let cores = (0..<count).map { _ in TenCore(initialState: .init(), context: context) }
      // What has never sent anything may not be known to the context.
      for core in cores { core.send(.add(1)) }
      return settling(await .nested(0, in: context), keeping: cores)
    }
  }
  + [1_000, 10_000].map { depth in
    // The buffers that a snapshot makes large vary from process to process.
    growth(
      "push and pop on \(depth) screens, a snapshot kept", "10 screens", depth, 10, isCounted: false
    ) { depth in
      let context = NavigationContext()
      let window = HeadlessWindow(platform: HeadlessPlatform())
      let navigation = HeadlessNavigationController()
      navigation.viewControllers = (0..<depth).map { _ in HeadlessViewController() }
      window.rootViewController = navigation
      window.makeKeyAndVisible()
      let store = context.store(for: window)
      let screen = HeadlessViewController()
      return { times in
        for _ in 0..<times {
          let snapshot = store.tree
          navigation.pushViewController(screen, animated: false)
          navigation.popViewController(animated: false)
          use(snapshot)
        }
        use((context, window))
      }
    }
  }

@MainActor
private func growth(
  _ name: String, _ small: String, _ count: Int, _ smallCount: Int, isCounted: Bool = true,
  _ make: @escaping @MainActor (_ count: Int) async -> Benchmark.Loop
) -> Benchmark {
  Benchmark(
    name: name, floorName: "the same, \(small)", counted: isCounted ? 100 : 0
  ) {
    (loop: await make(count), floor: await make(smallCount))
  }
}

@MainActor
private func settling(_ tree: BenchTree, keeping objects: Any) -> Benchmark.Loop {
  { times in
    for _ in 0..<times {
      tree.stepper.steps.send(BenchStep.idle)
      await tree.coordinator.context.settled()
    }
    use(objects)
  }
}
