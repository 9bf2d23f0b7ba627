import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Allocations of a step", .enabled(if: AllocationCount.isAvailable))
struct StepAllocationTests {
  /// The smallest tree of all, with which the others are compared.
  private static let alone = Shape(others: 0, depth: 0)

  @Test(
    "A step allocates the same, however many flows there are and however deep its flow is",
    arguments: [1, 10, 1_000], [1, 6, 50])
  func shapes(others: Int, depth: Int) async {
    let least = await CountingTree(Self.alone).steps()
    let counts = await CountingTree(Shape(others: others, depth: depth)).steps()
    #expect(counts == least)
  }

  @Test("A step that is forwarded allocates the same at each level", arguments: [1, 10, 1_000])
  func forwarding(others: Int) async {
    let one = await CountingTree(Shape(others: 0, depth: 1)).forwarding()
    let level = await CountingTree(Shape(others: 0, depth: 2)).forwarding() - one
    // The first forward also begins the chain.
    #expect(one == level + 1)
    for depth in [6, 50] {
      let count = await CountingTree(Shape(others: others, depth: depth)).forwarding()
      #expect(count == one + level * (depth - 1))
    }
  }

  @Test("The steps of one burst allocate the same, each as the one before")
  func burst() async {
    let counts = await CountingTree(Self.alone).steps()
    #expect(Set(counts.handled).count == 1)
  }
}

/// How a tree of flows looks.
private struct Shape {
  /// How many flows stand beside the innermost.
  var others: Int
  /// How many flows are above the innermost.
  var depth: Int
}

private enum CountingStep: Step {
  case idle
  /// To be forwarded to the root.
  case up
  /// A flow beneath is to be contributed, with so many more beneath that.
  case nest(Int)
  /// So many flows are to be contributed side by side.
  case spread(Int)
}

private final class CountingStepper: FlowStepper {
  @Steps var steps
}

/// What the flows have read; with room, so that reading allocates nothing.
@MainActor
private final class Readings {
  var counts: [Int] = []

  init() { counts.reserveCapacity(64) }

  func take() { if counts.count < 64 { counts.append(AllocationCount.now) } }
}

/// Reads the count whenever it handles a step.
private final class CountingFlow: Flow {
  let root: any Presentable = HeadlessViewController()
  private let isTop: Bool
  private let leaf: CountingStepper
  private let readings: Readings

  init(isTop: Bool = false, leaf: CountingStepper, readings: Readings) {
    self.isTop = isTop
    self.leaf = leaf
    self.readings = readings
  }

  func navigate(to step: CountingStep) async -> FlowContributors {
    readings.take()
    switch step {
    case .idle: return .none
    case .up: return isTop ? .none : .one(.forwardToParent(step: step))
    case .nest(0): return .one(.contribute(presentable: self, stepper: leaf))
    case .nest(let count): return .one(child(.nest(count - 1)))
    case .spread(let count): return .multiple((0..<count).map { _ in child(.idle) })
    }
  }

  private func child(_ step: CountingStep) -> FlowContributor {
    .contribute(
      presentable: CountingFlow(leaf: leaf, readings: readings), stepper: OneStepper(step))
  }
}

/// A coordinator with a tree of flows, of which the innermost has a stepper.
@MainActor
private final class CountingTree {
  /// What steps have allocated.
  struct Counts: Equatable {
    /// When they were all sent.
    var sent: Int
    /// From one step's `navigate` to the next one's.
    var handled: [Int]
  }

  private let shape: Shape
  private let stepper = CountingStepper()
  private let readings = Readings()
  private let coordinator = FlowCoordinator(context: NavigationContext())

  init(_ shape: Shape) {
    self.shape = shape
  }

  func steps() async -> Counts {
    await grow()
    let sent = await burst(.idle, count: 32)
    let counts = readings.counts
    return Counts(sent: sent, handled: zip(counts.dropFirst(), counts).map { $0 - $1 })
  }

  /// What one step allocates between its first flow and the root.
  func forwarding() async -> Int {
    await grow()
    _ = await burst(.up, count: 1)
    return (readings.counts.last ?? 0) - (readings.counts.first ?? 0)
  }

  /// Makes the flows, and fills what keeps its room: queues, and the events kept for who comes late.
  private func grow() async {
    let flow = CountingFlow(isTop: true, leaf: stepper, readings: readings)
    coordinator.coordinate(flow: flow, with: OneStepper(CountingStep.nest(shape.depth)))
    await coordinator.settled()
    if shape.others > 0 {
      stepper.steps.send(CountingStep.spread(shape.others))
      await coordinator.settled()
    }
    _ = await burst(.idle, count: 1_024)
    _ = await burst(.up, count: 32)
  }

  private func burst(_ step: CountingStep, count: Int) async -> Int {
    readings.counts.removeAll(keepingCapacity: true)
    let sent = AllocationCount.during {
      for _ in 0..<count { stepper.steps.send(step) }
    }
    await coordinator.settled()
    return sent
  }
}
