import AsyncFlow
import Foundation
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Random trees of flows")
struct RandomFlowTests {
  /// The long run: `ASYNCFLOW_RANDOM_SEEDS=1000 ASYNCFLOW_RANDOM_EVENTS=10000 swift test …`.
  static let seedCount = number("ASYNCFLOW_RANDOM_SEEDS") ?? 20
  static let eventCount = number("ASYNCFLOW_RANDOM_EVENTS") ?? 2_000

  static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
  }

  @Test("Every step is handled once or refused with a reason, and nothing is left at the end")
  func randomTrees() async {
    for seed in SeededGenerator.seeds(Self.seedCount) {
      let problems = await run(seed: seed)
      #expect(problems.isEmpty, "NAVIGATION_SEED=\(seed)")
      if !problems.isEmpty { break }
    }
  }

  private func run(seed: UInt64) async -> [String] {
    var objects: [RandomFlowWorld.WeakObject] = []
    do {
      let world = RandomFlowWorld(seed: seed)
      for event in 1...Self.eventCount {
        act(on: world)
        guard event.isMultiple(of: 40) else { continue }
        let problems = world.audit(waiting: await world.coordinator.settled())
        guard problems.isEmpty else { return problems }
      }
      // A seed that tries nothing shows nothing.
      guard Self.eventCount < 2_000 || (world.deepest >= 3 && world.handledCount > 500) else {
        return ["only \(world.handledCount) steps handled, \(world.deepest) deep"]
      }
      world.coordinator.stop()
      let problems = world.audit(waiting: await world.coordinator.settled())
      guard problems.isEmpty else { return problems }
      if !world.coordinator.waitingActivities.isEmpty {
        return ["waiting after the end: \(world.coordinator.waitingActivities)"]
      }
      world.headless.window.rootViewController = nil
      objects = world.objects
    }
    let left = objects.compactMap(\.object)
    return left.isEmpty ? [] : ["\(left.count) of \(objects.count) objects are left: \(left[0])"]
  }

  private func act(on world: RandomFlowWorld) {
    switch Int.random(in: 0..<100, using: &world.generator) {
    case 0..<88: emit(in: world)
    case 88..<90: _ = world.topStack?.userDidTapBack()
    case 90: _ = world.topStack?.userDidPullDown()
    case 91..<95:
      _ = world.tabs.userDidTapTab(at: Int.random(in: 0..<2, using: &world.generator))
    case 95 where world.generator.happens(percent: 20):
      world.topStack?.popToRootViewController(animated: true)
    default:
      world.coordinator.navigateInFirstResponder(
        to: world.makeStep(.nothing, optional: true))
    }
  }

  private func emit(in world: RandomFlowWorld) {
    guard let stepper = world.pickStepper() else { return }
    for _ in 0..<Int.random(in: 1...3, using: &world.generator) {
      stepper.steps.send(world.makeStep(of: stepper.id))
    }
  }
}

extension RandomFlowWorld {
  /// The stack that the user sees.
  var topStack: HeadlessNavigationController? {
    var controller: HeadlessViewController? = tabs.selectedViewController
    while let presented = controller?.presentedViewController { controller = presented }
    return controller as? HeadlessNavigationController
  }
}
