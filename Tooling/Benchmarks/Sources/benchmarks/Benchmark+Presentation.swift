import NavigationRuntime

/// Pushing and popping, beside the same on the headless platform without anybody observing, and
/// that beside an array.
@MainActor let presentationBenchmarks = [10, 1_000, 100_000].flatMap { depth in
  [
    Benchmark(
      name: "push and pop on \(depth) screens, nobody observing",
      floorName: "an array's append and removeLast"
    ) {
      let stack = Stack(depth, isObserved: false)
      let array = Screens()
      return (
        loop: { times in
          for _ in 0..<times {
            stack.navigation.pushViewController(stack.screen, animated: false)
            stack.navigation.popViewController(animated: false)
          }
        },
        floor: { times in
          for _ in 0..<times {
            array.all.append(stack.screen)
            use(array.all.removeLast())
          }
        }
      )
    },
    Benchmark(
      name: "push and pop on \(depth) screens, a store observing",
      floorName: "the same, nobody observing"
    ) {
      let stack = Stack(depth, isObserved: true)
      let floor = Stack(depth, isObserved: false)
      return (
        loop: { times in
          for _ in 0..<times {
            stack.navigation.pushViewController(stack.screen, animated: false)
            stack.navigation.popViewController(animated: false)
          }
        },
        floor: { times in
          for _ in 0..<times {
            floor.navigation.pushViewController(floor.screen, animated: false)
            floor.navigation.popViewController(animated: false)
          }
        }
      )
    },
    Benchmark(
      name: "push and pop on \(depth) screens, requested from the lane",
      floorName: "direct calls, a store observing"
    ) {
      let stack = Stack(depth, isObserved: true)
      let floor = Stack(depth, isObserved: true)
      return (
        loop: { times in
          for _ in 0..<times {
            stack.context.request(.push(stack.screen), on: stack.navigation, animated: false)
            stack.context.request(.pop, on: stack.navigation, animated: false)
          }
        },
        floor: { times in
          for _ in 0..<times {
            floor.navigation.pushViewController(floor.screen, animated: false)
            floor.navigation.popViewController(animated: false)
          }
        }
      )
    },
  ]
}

/// A window with a stack of many screens, and one more screen to push.
@MainActor
private final class Stack {
  let context = NavigationContext()
  let window = HeadlessWindow(platform: HeadlessPlatform())
  let navigation = HeadlessNavigationController()
  let screen = HeadlessViewController()

  init(_ depth: Int, isObserved: Bool) {
    navigation.viewControllers = (0..<depth).map { _ in HeadlessViewController() }
    window.rootViewController = navigation
    window.makeKeyAndVisible()
    if isObserved { _ = context.store(for: window) }
  }
}

/// Screens in an array that the optimiser cannot see through.
@MainActor
private final class Screens {
  var all: [HeadlessViewController] = []
}
