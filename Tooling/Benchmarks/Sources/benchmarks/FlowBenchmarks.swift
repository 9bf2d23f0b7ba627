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
  floorName: "200 handlers with controllers made, and their steps dispatched", counted: 2
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
  ),
  Footprint(
    name: "a child flow with a stack, a screen and a view model",
    floorName: "a handler with the same, and a closure for its steps",
    count: 1_000,
    make: { await BenchTree.spread($0) { FeaturesFlow(leaf: $0) } },
    makeFloor: { count in (0..<count).map { _ in BareFeature() } }
  ),
]

@MainActor
private func makeHandlers(_ count: Int) {
  let handlers = Handlers(0)
  for _ in 0..<count {
    handlers.all.append(BareHandler())
    handlers.all.removeLast().handle(BenchStep.end)
  }
}

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
      name: "a broadcast to 1,000 flows, awaited", floorName: "1,000 dispatches through a protocol",
      counted: 2
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
func burst(
  _ name: String, _ step: BenchStep, dispatches: Int,
  in make: @escaping @MainActor () async -> BenchTree
) -> Benchmark {
  Benchmark(
    name: name,
    floorName: dispatches == 1
      ? "a dispatch through a protocol" : "\(dispatches) dispatches through a protocol"
  ) {
    let tree = await make()
    await tree.fillLog()
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
func taskFloor(_ times: Int) async {
  let counter = Counter()
  for _ in 0..<times { await Task { counter.sum &+= 1 }.value }
  use(counter.sum)
}

/// The steps of the benchmarks.
enum BenchStep: Step {
  /// Nothing is to be done.
  case idle
  /// To be passed on to the topmost flow.
  case up
  /// A chain of so many more flows is to be contributed.
  case nest(Int)
  /// So many flows are to be contributed side by side.
  case spread(Int)
  /// One flow is to be contributed that ends at once.
  case child
  case end
}

/// Sends steps, and keeps count of nothing.
final class BenchStepper: FlowStepper {
  @Steps var steps
  let initialStep: any Step

  init(_ initialStep: BenchStep? = nil) { self.initialStep = initialStep ?? NoneStep() }
}

/// Does what its steps say.
final class BenchFlow: AsyncFlow.Flow {
  let root: any Presentable
  private let isTop: Bool
  /// The stepper of the innermost flow of a chain.
  private let leaf: BenchStepper

  init(isTop: Bool = false, leaf: BenchStepper) {
    root = HeadlessViewController()
    self.isTop = isTop
    self.leaf = leaf
  }

  func navigate(to step: BenchStep) async -> FlowContributors {
    switch step {
    case .idle: .none
    case .up: isTop ? .none : .one(.forwardToParent(step: step))
    case .nest(0): .one(.contribute(presentable: self, stepper: leaf))
    case .nest(let count): .one(child(.nest(count - 1)))
    case .spread(let count): .multiple((0..<count).map { _ in child(.idle) })
    case .child: .one(child(.end))
    case .end: .end
    }
  }

  private func child(_ step: BenchStep) -> FlowContributor {
    .contribute(presentable: BenchFlow(leaf: leaf), stepper: OneStepper(step))
  }
}

/// Contributes features.
private final class FeaturesFlow: AsyncFlow.Flow {
  let root: any Presentable = HeadlessViewController()
  private let leaf: BenchStepper

  init(leaf: BenchStepper) { self.leaf = leaf }

  func navigate(to step: BenchStep) async -> FlowContributors {
    guard case .spread(let count) = step else {
      return .one(.contribute(presentable: self, stepper: leaf))
    }
    return .multiple(
      (0..<count).map { _ in
        .contribute(presentable: FeatureFlow(), stepper: OneStepper(BenchStep.idle))
      })
  }
}

/// A feature as apps have them: a stack whose first screen has a view model.
private final class FeatureFlow: AsyncFlow.Flow {
  let navigation = HeadlessNavigationController()
  var root: any Presentable { navigation }

  func navigate(to step: BenchStep) async -> FlowContributors {
    let screen = HeadlessViewController()
    navigation.viewControllers = [screen]
    return .one(.contribute(presentable: screen, stepper: BenchStepper()))
  }
}

/// The least that the same feature can be.
@MainActor
private final class BareFeature {
  private let navigation = HeadlessNavigationController()
  private let viewModel = BareViewModel()

  init() {
    navigation.viewControllers = [HeadlessViewController()]
    viewModel.onStep = { [unowned self] _ in navigation.popViewController(animated: false) }
  }
}

@MainActor
private final class BareViewModel {
  var onStep: (@MainActor (BenchStep) -> Void)?
}

/// A coordinator with flows beneath one root, and the stepper of the innermost.
@MainActor
final class BenchTree {
  let stepper = BenchStepper()
  let coordinator: FlowCoordinator
  let flow: any AsyncFlow.Flow
  private let window = HeadlessWindow(platform: HeadlessPlatform())

  init(
    in context: NavigationContext, _ makeFlow: @MainActor (BenchStepper) -> any AsyncFlow.Flow
  ) {
    coordinator = FlowCoordinator(context: context)
    flow = makeFlow(stepper)
  }

  /// Flows of which each is the child of the one before; the stepper is the last one's.
  static func nested(
    _ depth: Int, in context: NavigationContext = NavigationContext()
  ) async -> BenchTree {
    await made(.nest(depth), in: context) { BenchFlow(isTop: true, leaf: $0) }
  }

  /// A flow with its screen in an observed window.
  static func shown(
    _ makeFlow: @MainActor (BenchStepper) -> any AsyncFlow.Flow = {
      BenchFlow(isTop: true, leaf: $0)
    }
  ) async -> BenchTree {
    await made(.nest(0), in: NavigationContext(), isShown: true, makeFlow)
  }

  /// A flow with so many children; the stepper is the parent's.
  static func spread(
    _ count: Int,
    _ makeFlow: @MainActor (BenchStepper) -> any AsyncFlow.Flow = {
      BenchFlow(isTop: true, leaf: $0)
    }
  ) async -> BenchTree {
    let tree = await made(.nest(0), in: NavigationContext(), makeFlow)
    await tree.coordinator.navigate(to: BenchStep.spread(count), in: tree.flow)
    await tree.coordinator.settled()
    return tree
  }

  private static func made(
    _ step: BenchStep, in context: NavigationContext, isShown: Bool = false,
    _ makeFlow: @MainActor (BenchStepper) -> any AsyncFlow.Flow
  ) async -> BenchTree {
    let tree = BenchTree(in: context, makeFlow)
    if isShown, let root = tree.flow.root as? HeadlessViewController {
      tree.window.rootViewController = root
      tree.window.makeKeyAndVisible()
      _ = context.store(for: tree.window)
    }
    tree.coordinator.coordinate(flow: tree.flow, with: OneStepper(step))
    await tree.coordinator.settled()
    return tree
  }

  /// Handles steps until the coordinator's log of events is full, as that of an app is after a while:
  /// until then it is copied whenever its array grows.
  func fillLog() async {
    for _ in 0..<1_100 { stepper.steps.send(BenchStep.idle) }
    await coordinator.settled()
  }
}

/// The floor of a step: a switch over it, behind a protocol.
@MainActor
protocol StepDispatch: AnyObject {
  func handle(_ step: any Step)
}

/// The same switch as the flow's.
@MainActor
final class BareHandler: StepDispatch {
  private(set) var sum = 0
  let root = HeadlessViewController()

  func handle(_ step: any Step) {
    guard let step = step as? BenchStep else { return }
    switch step {
    case .idle, .end: sum &+= 1
    case .up, .child: sum &+= 2
    case .nest(let count), .spread(let count): sum &+= count
    }
  }
}

/// Handlers that the optimiser cannot see through.
@MainActor
final class Handlers {
  var all: [any StepDispatch] = []

  init(_ count: Int) { all = (0..<count).map { _ in BareHandler() } }
}
