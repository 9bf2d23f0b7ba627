import CoreFlow

/// Attaching and detaching a feature, beside making the same objects.
@MainActor let attachBenchmarks = [
  Benchmark(
    name: "attach and detach of a child that shows nothing",
    floorName: "the bare core appended to an array and removed"
  ) {
    let root = BenchFeature(context: NavigationContext())
    root.start(under: nil)
    let cores = BareCores()
    return (
      loop: { times in
        for _ in 0..<times {
          let child = BenchFeature()
          root.attach(child, by: .none)
          root.detach(child)
        }
      },
      floor: { times in
        for _ in 0..<times {
          cores.all.append(BareTen(Ten()))
          use(cores.all.removeLast())
        }
      }
    )
  },
  Benchmark(
    name: "attach and detach of a child that is pushed",
    floorName: "a screen made, pushed and popped by hand, a store observing"
  ) {
    let stack = PushedFeature()
    let floor = PushedFeature()
    return (
      loop: { times in
        for _ in 0..<times {
          let child = BenchFeature()
          stack.root.attach(child, by: .push, animated: false)
          stack.root.detach(child, animated: false)
        }
      },
      floor: { times in
        for _ in 0..<times {
          floor.navigation.pushViewController(HeadlessViewController(), animated: false)
          floor.navigation.popViewController(animated: false)
        }
      }
    )
  },
]

/// A window with a stack in which a feature is the first.
@MainActor
private final class PushedFeature {
  let context = NavigationContext()
  let window = HeadlessWindow(platform: HeadlessPlatform())
  let navigation = HeadlessNavigationController()
  let root: BenchFeature

  init() {
    root = BenchFeature(context: context)
    root.start(under: nil)
    navigation.viewControllers = [root.screen]
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    _ = context.store(for: window)
  }
}

/// Cores that the optimiser cannot see through.
@MainActor
private final class BareCores {
  var all: [BareTen] = []
}
