import AsyncFlow
import CoreFlow

/// What a trace adds, beside the same without one.
@MainActor let traceBenchmarks = [
  Benchmark(
    name: "an action, 1 event in a trace", floorName: "the same without a trace"
  ) {
    let (traced, bare) = (TracedFeature(isTraced: true), TracedFeature(isTraced: false))
    return (loop: { traced.send($0) }, floor: { bare.send($0) })
  },
  Benchmark(
    name: "a step in a burst, 5 events in a trace", floorName: "the same without a trace"
  ) {
    let (traced, bare) = (await BenchTree.nested(0), await BenchTree.nested(0))
    traced.coordinator.context.startTrace()
    return (loop: { await idle($0, in: traced) }, floor: { await idle($0, in: bare) })
  },
  Benchmark(
    name: "a push and a pop, 8 events in a trace", floorName: "the same without a trace"
  ) {
    let (traced, bare) = (TracedStack(isTraced: true), TracedStack(isTraced: false))
    return (loop: { traced.pushAndPop($0) }, floor: { bare.pushAndPop($0) })
  },
]

@MainActor
private func idle(_ times: Int, in tree: BenchTree) async {
  for _ in 0..<times { tree.stepper.steps.send(BenchStep.idle) }
  await tree.coordinator.settled()
}

/// An active feature.
@MainActor
private final class TracedFeature {
  private let feature: BenchFeature

  init(isTraced: Bool) {
    let context = NavigationContext()
    if isTraced { context.startTrace() }
    feature = BenchFeature(context: context)
    feature.start(under: nil)
  }

  func send(_ times: Int) {
    for _ in 0..<times { feature.core.send(.add(1)) }
  }
}

/// A window with a stack.
@MainActor
private final class TracedStack {
  private let context = NavigationContext()
  private let window = HeadlessWindow(platform: HeadlessPlatform(transitionMode: .immediate))
  private let stack = HeadlessNavigationController(rootViewController: HeadlessViewController())
  private let page = HeadlessViewController()

  init(isTraced: Bool) {
    window.rootViewController = stack
    window.makeKeyAndVisible()
    _ = context.store(for: window)
    if isTraced { context.startTrace() }
  }

  func pushAndPop(_ times: Int) {
    for _ in 0..<times {
      _ = context.request(.push(page), on: stack)
      _ = context.request(.pop, on: stack)
    }
  }
}
