import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Allocations of a step", .enabled(if: AllocationCount.isAvailable))
struct StepAllocationTests {
  /// The smallest tree, the baseline of the comparisons.
  private static let alone = Shape(others: 0, depth: 0)

  @Test(
    "A step allocates the same, whatever the number of flows and the depth of its own",
    arguments: [1, 10, 1_000], [1, 6, 50])
  func shapes(others: Int, depth: Int) async {
    let least = await CountingTree(Self.alone).steps()
    let counts = await CountingTree(Shape(others: others, depth: depth)).steps()
    #expect(counts == least)
  }

  @Test("Forwarding a step allocates the same at each level", arguments: [1, 10, 1_000])
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

  @Test("Each step of a burst allocates the same")
  func burst() async {
    let counts = await CountingTree(Self.alone).steps()
    #expect(Set(counts.handled).count == 1)
  }

  @Test("A step allocates nothing for a trace, unless one runs")
  func trace() async {
    let without = await CountingTree(Self.alone).steps()
    let after = await CountingTree(Self.alone).steps { $0.startTrace().stop() }
    #expect(after == without)
    let during = await CountingTree(Self.alone).steps { $0.startTrace() }
    #expect(during.sent > without.sent)
  }

  @Test(
    "The search for a circle costs a long chain of waits no more for each wait than a short one")
  func growth() async {
    let short = await allocations(ofSearchThrough: 100)
    let long = await allocations(ofSearchThrough: 400)
    #expect(long < short * 5)
  }

  /// Returns the allocations of a call that is refused at the end of a chain of handlers, each of which
  /// awaits a step of the next one.
  private func allocations(ofSearchThrough count: Int) async -> Int {
    let world = CoordinatorWorld()
    let coordinator = world.coordinator
    let flows = (0..<count).map { _ in ScriptedFlow() }
    let taps = flows.map { _ in TestStepper(TestStep.start) }
    let gate = ActivityGate("the last call", context: world.context)
    var (allocations, outcome) = (0, StepOutcome.handled)
    for (index, flow) in flows.enumerated() {
      flow.onNavigate = { [unowned coordinator] step in
        guard step == .number(1) else { return .none }
        guard index == count - 1 else {
          await coordinator.navigate(to: TestStep.number(2), in: flows[index + 1])
          return .none
        }
        try? await gate.wait()
        // Refused without a suspension.
        let before = AllocationCount.now
        outcome = await coordinator.navigate(to: TestStep.number(2), in: flows[0]).outcome
        allocations = AllocationCount.now - before
        return .none
      }
      coordinator.coordinate(flow: flow, with: taps[index])
    }
    await coordinator.settled()
    for tap in taps.reversed() {
      tap.send(.number(1))
      await coordinator.settled()
    }
    gate.open()
    #expect(await coordinator.settled() == [])
    let circle = Array(repeating: "ScriptedFlow", count: count + 1)
    #expect(outcome == .refused(.mutualWait(circle)))
    for flow in flows { flow.onNavigate = nil }
    return allocations
  }
}

/// The shape of a tree of flows.
private struct Shape {
  /// The number of flows beside the innermost.
  var others: Int
  /// The number of flows above the innermost.
  var depth: Int
}

private enum CountingStep: Step {
  case idle
  /// Is forwarded to the root.
  case up
  /// Contributes a flow beneath, with this number of flows beneath it.
  case nest(Int)
  /// Contributes this number of flows side by side.
  case spread(Int)
}

private final class CountingStepper: FlowStepper {
  @Steps var steps
}

/// The counts that the flows read, in reserved storage, so that reading allocates nothing.
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

/// A coordinator with a tree of flows, the innermost of which has a stepper.
@MainActor
private final class CountingTree {
  /// The allocations of steps.
  struct Counts: Equatable {
    /// While all were sent.
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

  func steps(_ prepare: (NavigationContext) -> Void = { _ in }) async -> Counts {
    prepare(coordinator.context)
    await grow()
    let sent = await burst(.idle, count: 32)
    let counts = readings.counts
    return Counts(sent: sent, handled: zip(counts.dropFirst(), counts).map { $0 - $1 })
  }

  /// Returns the allocations of one step between its first flow and the root.
  func forwarding() async -> Int {
    await grow()
    _ = await burst(.up, count: 1)
    return (readings.counts.last ?? 0) - (readings.counts.first ?? 0)
  }

  /// Makes the flows, and fills everything that reserves storage: queues, and the events kept for
  /// late subscribers.
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
