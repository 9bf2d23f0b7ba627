import AsyncFlow

/// Steps as an app sends them: to flows on screen, with an `adapt` of their own, and with screens
/// to push.
@MainActor let ordinaryStepBenchmarks = [
  burst("a step in a burst, in an observed window", .idle, dispatches: 1) { await .shown() },
  burst("a step in a burst, the flow has its own adapt", .idle, dispatches: 1) {
    await .shown { AdaptingFlow(leaf: $0) }
  },
  Benchmark(
    name: "a step that pushes and a step that pops, awaited, in an observed window",
    floorName: "the same push and pop in calls, observed"
  ) {
    let tree = await BenchTree.shown { StackFlow(leaf: $0) }
    let other = await BenchTree.shown { StackFlow(leaf: $0) }
    guard let floor = (other.flow as? StackFlow)?.navigation else {
      preconditionFailure("The flow is no StackFlow.")
    }
    return (
      loop: { times in
        for _ in 0..<times {
          await tree.coordinator.navigate(to: BenchStep.child, in: tree.flow)
          await tree.coordinator.navigate(to: BenchStep.end, in: tree.flow)
        }
      },
      floor: { times in
        for _ in 0..<times {
          floor.pushViewController(HeadlessViewController(), animated: false)
          floor.popViewController(animated: false)
        }
        use(other.coordinator)
      }
    )
  },
  Benchmark(
    name: "a deep link of 5 steps, in an observed window", floorName: "5 Tasks started and awaited"
  ) {
    let tree = await BenchTree.shown()
    let plan = DeepLinkPlan(steps: Array(repeating: BenchStep.idle, count: 5))
    return (
      loop: { times in
        for _ in 0..<times { await tree.coordinator.follow(plan) }
      },
      floor: { times in await taskFloor(5 * times) }
    )
  },
]

/// Lets each step pass.
final class AdaptingFlow: AsyncFlow.Flow {
  let root: any Presentable = HeadlessViewController()
  private let leaf: BenchStepper

  init(leaf: BenchStepper) { self.leaf = leaf }

  func adapt(step: BenchStep) async -> BenchStep? { step }

  func navigate(to step: BenchStep) async -> FlowContributors {
    if case .nest = step { return .one(.contribute(presentable: self, stepper: leaf)) }
    return .none
  }
}

/// Pushes a screen for one step, and pops it for another.
private final class StackFlow: AsyncFlow.Flow {
  let navigation = HeadlessNavigationController()
  var root: any Presentable { navigation }

  private let leaf: BenchStepper

  init(leaf: BenchStepper) {
    self.leaf = leaf
    navigation.viewControllers = [HeadlessViewController()]
  }

  func navigate(to step: BenchStep) async -> FlowContributors {
    switch step {
    case .nest: return .one(.contribute(presentable: self, stepper: leaf))
    case .child:
      let screen = HeadlessViewController()
      navigation.pushViewController(screen, animated: false)
      return .one(.contribute(presentable: screen, stepper: DefaultStepper()))
    case .end:
      navigation.popViewController(animated: false)
      return .none
    default: return .none
    }
  }
}
