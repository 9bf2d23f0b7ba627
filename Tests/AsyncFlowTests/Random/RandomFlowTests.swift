import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Random trees of flows")
struct RandomFlowTests {
  private static let eventCount = RunLength.operations(2_000)

  @Test("Handles every step once or refuses it with a reason, and leaves nothing")
  func randomTrees() async {
    var reached = Reached()
    let seeds = RunLength.seeds(20)
    for seed in seeds {
      let problems = await run(seed: seed, &reached)
      #expect(problems.isEmpty, "NAVIGATION_SEED=\(seed)")
      if !problems.isEmpty { return }
    }
    // A run that exercises nothing proves nothing.
    guard seeds.count >= 20, Self.eventCount >= 2_000 else { return }
    #expect(reached.depth == 6)
    #expect(reached.handledSteps > 500 * seeds.count)
    #expect(reached.arrivedLinks > 5 * seeds.count)
    #expect(reached.endedTransitions > 10 * seeds.count)
    #expect(reached.movedDoubles > 10 * seeds.count)
    #expect(
      reached.results.keys.sorted() == ["answer", "cancelled", "no answer", "userLeft", "value"])
    #expect(reached.callbacks > 10 * seeds.count)
  }

  /// A coordinator without observers takes shortcuts from one step to the next.
  @Test("Handles the same steps in the same order, whether or not events are observed")
  func observedAndNot() async {
    for seed in RunLength.seeds(20).prefix(10) {
      let observed = await story(seed, observed: .idle)
      let unobserved = await story(seed, observed: .none)
      let difference = zip(observed, unobserved).enumerated().first { $1.0 != $1.1 }
      #expect(difference == nil, "NAVIGATION_SEED=\(seed)")
      #expect(observed.count == unobserved.count, "NAVIGATION_SEED=\(seed)")
      #expect(observed.count > Self.eventCount / 10)
      if difference != nil { return }
    }
  }

  /// Returns the steps that flows navigate to, in order, with the numbers of nodes in the tree.
  private func story(_ seed: UInt64, observed: RandomFlowWorld.Observation) async -> [Int] {
    let world = RandomFlowWorld(seed: seed, observed: observed)
    world.isRepeatable = true
    var story: [Int] = []
    for event in 1...Self.eventCount / 4 {
      act(on: world)
      // Earlier than the end of a turn, which depends on the time that steps take.
      guard event.isMultiple(of: 5) else { continue }
      world.isManual = false
      await world.coordinator.settled()
      story += world.takeJournal() + [-world.headless.store.tree.count]
    }
    world.coordinator.stop()
    await world.coordinator.settled()
    return story
  }

  /// The totals of all seeds.
  private struct Reached {
    var depth = 0
    var handledSteps = 0
    var arrivedLinks = 0
    /// Transitions that the test has ended, not the platform.
    var endedTransitions = 0
    var movedDoubles = 0
    /// The results of awaited children and answers, by their kind.
    var results: [String: Int] = [:]
    /// Callbacks and observers that acted.
    var callbacks = 0
  }

  private func run(seed: UInt64, _ reached: inout Reached) async -> [String] {
    var objects: [RandomFlowWorld.WeakObject] = []
    do {
      let world = RandomFlowWorld(seed: seed)
      // In half of the runs, callbacks of screens and observers act, too.
      if (seed / 2).isMultiple(of: 2) {
        world.onCallback = { [unowned world] in actInCallback(on: world) }
      }
      for event in 1...Self.eventCount {
        act(on: world)
        if event.isMultiple(of: 8), world.isManual { await letOthersRun() }
        guard event.isMultiple(of: 40) else { continue }
        let problems = await settle(world)
        guard problems.isEmpty else { return problems }
      }
      world.onCallback = nil
      world.coordinator.stop()
      let problems = await settle(world)
      guard problems.isEmpty else { return problems }
      reached.depth = max(reached.depth, world.deepest)
      reached.handledSteps += world.handledCount
      reached.arrivedLinks += world.arrivedCount
      reached.endedTransitions += world.endedTransitions
      reached.movedDoubles += world.movedDoubles
      reached.callbacks += world.callbackCount
      if world.waitingHandlers > 0 { return ["a handler waits after the end"] }
      guard world.awaitedReceipts.calls == world.awaitedReceipts.receipts else {
        return ["receipts: \(world.awaitedReceipts)"]
      }
      for (kind, count) in world.results { reached.results[kind, default: 0] += count }
      if !world.openLinks.isEmpty { return ["deep links are open after the end"] }
      if !world.headless.context.activity.waiting.isEmpty {
        return ["waiting after the end: \(world.headless.context.activity.waiting)"]
      }
      world.headless.window.rootViewController = nil
      objects = world.objects
    }
    let left = objects.compactMap(\.object)
    return left.isEmpty ? [] : ["\(left.count) of \(objects.count) objects are left: \(left[0])"]
  }

  /// Lets all work end, and returns the problems.
  private func settle(_ world: RandomFlowWorld) async -> [String] {
    world.isManual = false
    let problems = world.audit(waiting: await world.coordinator.settled())
    let eventCount = world.eventCount
    for _ in 0..<3 { await letOthersRun() }
    return world.eventCount == eventCount ? problems : problems + ["an event came afterwards"]
  }

  private func act(on world: RandomFlowWorld) {
    switch Int.random(in: 0..<100, using: &world.generator) {
    case 0..<70: emit(in: world)
    case 70..<74: world.grow()
    case 74..<77 where !world.isRepeatable: world.followLink()
    case 77..<80: world.isManual.toggle()
    case 80..<85: world.endTransition()
    case 85..<88 where !world.isRepeatable: world.giveAnswer()
    case 88..<90: _ = world.topStack?.userDidTapBack()
    case 90: _ = world.topStack?.userDidPullDown()
    case 91..<95:
      _ = world.tabs.userDidTapTab(at: Int.random(in: 0..<2, using: &world.generator))
    case 95 where world.generator.happens(percent: 20):
      world.topStack?.popToRootViewController(animated: true)
    case 96: world.moveDouble()
    case 97 where !world.isRepeatable: world.navigateAndAwait()
    case 98 where !world.isRepeatable: world.request()
    default:
      world.coordinator.sendToFirstResponder(world.makeStep(.nothing, optional: true))
    }
  }

  private func actInCallback(on world: RandomFlowWorld) {
    switch Int.random(in: 0..<12, using: &world.generator) {
    case 0: world.topStack?.popViewController(animated: true)
    case 1: world.tabs.selectedIndex = Int.random(in: 0..<2, using: &world.generator)
    case 2: world.followLink()
    case 3: world.topStack?.dismiss(animated: true)
    case 4:
      world.coordinator.sendToFirstResponder(world.makeStep(.nothing, optional: true))
    default: emit(in: world)
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
