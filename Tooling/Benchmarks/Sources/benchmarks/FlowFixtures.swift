import AsyncFlow

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

/// A coordinator with flows beneath one root, and the stepper of the innermost.
@MainActor
final class BenchTree {
  let stepper = BenchStepper()
  let coordinator = FlowCoordinator(context: NavigationContext())
  let flow: BenchFlow

  init() { flow = BenchFlow(isTop: true, leaf: stepper) }

  /// Flows of which each is the child of the one before; the stepper is the last one's.
  static func nested(_ depth: Int) async -> BenchTree { await made(.nest(depth)) }

  /// A flow with so many children; the stepper is the parent's.
  static func spread(_ count: Int) async -> BenchTree {
    let tree = await made(.nest(0))
    await tree.coordinator.navigate(to: BenchStep.spread(count), in: tree.flow)
    return tree
  }

  private static func made(_ step: BenchStep) async -> BenchTree {
    let tree = BenchTree()
    tree.coordinator.coordinate(flow: tree.flow, with: OneStepper(step))
    await tree.coordinator.settled()
    return tree
  }
}

/// What a step costs at least: somebody behind a protocol looks what it is.
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
