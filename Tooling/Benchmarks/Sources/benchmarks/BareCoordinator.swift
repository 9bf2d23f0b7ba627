import AsyncFlow

/// Steps beside the least that any coordinator does for them: it calls flows of any type, which are
/// asynchronous, with steps of any type, in the order in which they were sent.
@MainActor let bareCoordinatorBenchmarks = [
  burst("a step in a burst, beside a bare coordinator", adapts: false) {
    BenchFlow(isTop: true, leaf: $0)
  },
  burst("a step in a burst, its own adapt, beside a bare coordinator", adapts: true) {
    AdaptingFlow(leaf: $0)
  },
  Benchmark(
    name: "a broadcast to 1,000 flows, beside a bare coordinator",
    floorName: "a queue in front of 1,000 asynchronous flows", counted: 2
  ) {
    let tree = await BenchTree.spread(999)
    let leaf = BenchStepper()
    let bare = BareCoordinator(
      (0..<1_000).map { _ in BareNode(BenchFlow(leaf: leaf), adapts: false) })
    return (
      loop: { times in
        for _ in 0..<times { await tree.coordinator.navigate(to: BenchStep.idle) }
      },
      floor: { times in
        for _ in 0..<times {
          bare.send(BenchStep.idle)
          await bare.settled()
        }
      }
    )
  },
]

@MainActor
private func burst<F: AsyncFlow.Flow>(
  _ name: String, adapts: Bool, _ makeFlow: @escaping @MainActor (BenchStepper) -> F
) -> Benchmark {
  Benchmark(name: name, floorName: "a queue in front of the same asynchronous flow") {
    let tree = await BenchTree.shown(makeFlow)
    await tree.fillLog()
    let bare = BareCoordinator([BareNode(makeFlow(BenchStepper()), adapts: adapts)])
    return (
      loop: { times in
        for _ in 0..<times { tree.stepper.steps.send(BenchStep.idle) }
        await tree.coordinator.settled()
      },
      floor: { times in
        for _ in 0..<times { bare.send(BenchStep.idle) }
        await bare.settled()
      }
    )
  }
}

/// A queue of steps, and a task that calls the flows for one after the other.
///
/// Knows no screens, answers, links, observers, suspended handlers or cancelled flows.
@MainActor
private final class BareCoordinator {
  private final class Item {
    let step: any Step
    let node: AnyBareNode

    init(_ step: any Step, _ node: AnyBareNode) {
      self.step = step
      self.node = node
    }
  }

  private let nodes: [AnyBareNode]
  private var queue: [Item] = []
  private var task: Task<Void, Never>?

  init(_ nodes: [AnyBareNode]) {
    self.nodes = nodes
  }

  func send(_ step: any Step) {
    for node in nodes { queue.append(Item(step, node)) }
    if task == nil { task = Task { await handleAll() } }
  }

  func settled() async { await task?.value }

  private func handleAll() async {
    var next = 0
    while next < queue.count {
      let item = queue[next]
      next += 1
      await item.node.handle(item.step)
    }
    queue.removeAll(keepingCapacity: true)
    task = nil
  }
}

@MainActor
private class AnyBareNode {
  func handle(_ step: any Step) async {}
}

/// A flow, behind a class that is not generic.
@MainActor
private final class BareNode<F: AsyncFlow.Flow>: AnyBareNode {
  private let flow: F
  private let adapts: Bool

  init(_ flow: F, adapts: Bool) {
    self.flow = flow
    self.adapts = adapts
  }

  override func handle(_ step: any Step) async {
    guard var step = step as? F.StepType else { return }
    if adapts {
      guard let answer = await flow.adapt(step: step) else { return }
      step = answer
    }
    guard case .none = await flow.navigate(to: step) else { preconditionFailure() }
  }
}
