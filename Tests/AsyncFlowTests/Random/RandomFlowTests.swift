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
        guard event.isMultiple(of: 20) else { continue }
        await world.coordinator.settled()
        let problems = world.audit()
        guard problems.isEmpty else { return problems }
      }
      world.coordinator.stop()
      await world.coordinator.settled()
      let problems = world.audit()
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
    case 0..<80: emit(in: world)
    case 80..<85: _ = world.topStack?.userDidTapBack()
    case 85..<89: _ = world.topStack?.userDidPullDown()
    case 89..<94:
      _ = world.tabs.userDidTapTab(at: Int.random(in: 0..<2, using: &world.generator))
    case 94..<96: world.topStack?.popToRootViewController(animated: true)
    default:
      world.coordinator.navigateInFirstResponder(
        to: world.makeStep(.nothing, optional: true))
    }
  }

  private func emit(in world: RandomFlowWorld) {
    // The newest steppers are the likeliest to be on screen.
    let ids = world.steppers.keys.sorted().suffix(30)
    guard let id = ids.randomElement(using: &world.generator), let stepper = world.steppers[id]
    else { return }
    for _ in 0..<Int.random(in: 1...3, using: &world.generator) {
      stepper.steps.send(world.makeStep(of: id))
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
