import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

/// The moves are those of a platform that reports a move in its call.
@MainActor
@Suite("Random flows in several windows", .enabled(if: !platformIsStandIn))
struct RandomWindowTests {
  private static let eventCount = RunLength.operations(1_000)

  @Test(
    "A flow lives as long as its stack is in a window, and each step is handled or refused once")
  func severalWindows() async {
    var counts: [String: Int] = [:]
    let seeds = RunLength.seeds(10)
    for seed in seeds {
      let problems = await run(seed: seed, &counts)
      #expect(problems.isEmpty, "NAVIGATION_SEED=\(seed)")
      if !problems.isEmpty { return }
    }
    // A run that exercises nothing proves nothing.
    guard seeds.count >= 10, Self.eventCount >= 1_000 else { return }
    for kind in [
      "handled", "moved tabs", "moved screens", "tabs that returned", "calls", "arrived links",
    ] {
      let least = kind == "moved screens" ? seeds.count : 2 * seeds.count + 1
      #expect(counts[kind, default: 0] >= least, "\(kind)")
    }
  }

  private func run(seed: UInt64, _ counts: inout [String: Int]) async -> [String] {
    var objects: [RandomFlowWorld.WeakObject] = []
    do {
      let world = RandomWindowWorld(seed: seed)
      for event in 1...Self.eventCount {
        act(on: world)
        if event.isMultiple(of: 8) { await letOthersRun() }
        guard event.isMultiple(of: 20) else { continue }
        let problems = await settle(world)
        guard problems.isEmpty else { return ["event \(event)"] + problems }
      }
      for coordinator in world.coordinators { coordinator.stop() }
      for flow in world.flows { flow.isOver = true }
      let problems = await settle(world)
      guard problems.isEmpty else { return problems }
      if !world.headless.context.activity.waiting.isEmpty {
        return ["waiting after the end: \(world.headless.context.activity.waiting)"]
      }
      if world.runningCalls > 0 { return ["\(world.runningCalls) calls after the end"] }
      if world.links.contains(where: { $0.outcome == nil }) { return ["links after the end"] }
      for window in world.windows { window.rootViewController = nil }
      counts.merge(world.counts, uniquingKeysWith: +)
      objects = world.objects
    }
    let left = objects.compactMap(\.object)
    return left.isEmpty ? [] : ["\(left.count) of \(objects.count) objects are left: \(left[0])"]
  }

  /// Lets all work end, and returns the problems.
  private func settle(_ world: RandomWindowWorld) async -> [String] {
    world.setManual(false)
    await world.headless.endTransitions()
    await takeTurns()
    let problems = world.audit(waiting: await world.coordinators[0].settled())
    world.forgetLeft()
    return problems
  }

  private func act(on world: RandomWindowWorld) {
    let window = world.pickWindow()
    switch world.generator.next(below: 100) {
    case 0..<60: world.emit()
    case 60..<64: world.setManual(true)
    case 64..<67: world.setManual(false)
    case 67..<72: world.headless.platform.completeTransition()
    case 72..<77: world.moveTab()
    case 77..<83: world.moveScreen()
    case 83..<86: world.removeTab()
    case 98: world.returnTab()
    case 99: world.followLink()
    case 86..<89: world.addTab(in: window)
    case 89 where world.generator.happens(percent: 30): world.replaceRoot()
    case 90:
      world.coordinators.randomElement(using: &world.generator)?
        .sendToFirstResponder(WindowStep(id: 0, action: .callOther))
    case 91: _ = world.topStack(in: window)?.userDidTapBack()
    case 92: _ = world.topStack(in: window)?.userDidPullDown()
    case 93..<96: _ = world.bar(window).userDidTapTab(at: world.generator.next(below: 4))
    case 96: world.scenes[window].enterBackground()
    case 97: world.scenes[window].enterForeground()
    default: world.emit()
    }
  }
}

extension RandomWindowWorld {
  /// The stack that the user of a window sees.
  func topStack(in window: Int) -> HeadlessNavigationController? {
    var controller: HeadlessViewController? = bar(window).selectedViewController
    while let presented = controller?.presentedViewController { controller = presented }
    return controller as? HeadlessNavigationController
  }
}
