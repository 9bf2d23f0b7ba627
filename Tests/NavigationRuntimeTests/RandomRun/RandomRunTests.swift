import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Random operations by code and user")
struct RandomRunTests {
  @Test(
    "Keep the tree equal to the containers, end each request once, and leak nothing",
    arguments: RunLength.seeds(20))
  func randomRun(seed: UInt64) async throws {
    let navigatesInCallbacks = (seed / 2).isMultiple(of: 2)
    let walker = RandomWalker(
      seed: seed, mode: seed.isMultiple(of: 2) ? .manual : .immediate,
      navigatesInCallbacks: navigatesInCallbacks,
      windowCount: (seed / 4).isMultiple(of: 2) ? 2 : 1)
    let world = walker.world
    for operation in 0..<RunLength.operations(5_000) {
      walker.step()
      if operation % 64 == 63 {
        walker.settle()
        await letOthersRun()
      }
      if platformIsStrict {
        guard operation % 8 == 7 else { continue }
        await takeTurns()
      }
      try walker.withoutCallbacks { try check(walker, operation, seed) }
    }
    // Queued requests begin one after another, each turns after the one before it.
    for round in 0..<1_000 where round < 3 || walker.isInTransition {
      walker.settle()
      await takeTurns()
    }
    // The tasks below would wait for its end.
    try #require(!walker.isInTransition, "seed \(seed): \(world.context.activity.running)")
    try walker.withoutCallbacks { try check(walker, RunLength.operations(5_000), seed) }
    for task in walker.tasks { await task.value }
    #expect(walker.answers.allSatisfy { $0 == 1 }, "seed \(seed)")
    #expect(walker.delegate.faults == [], "seed \(seed)")
    // In a short run there may be no stack.
    let isShort = RunLength.operations(5_000) < 1_000
    #expect(isShort || walker.delegate.showCount > 0, "seed \(seed)")
    #expect(
      (walker.callbackCount > 10) == navigatesInCallbacks, "seed \(seed): \(walker.callbackCount)")
    #expect(world.context.activity.isIdle, "seed \(seed): \(world.context.activity.running)")
    #expect(world.context.activity.waiting.isEmpty, "seed \(seed)")

    walker.stopNavigatingInCallbacks()
    for (window, _) in walker.windows { window.rootViewController = nil }
    walker.settle()
    await takeTurns()
    for (_, store) in walker.windows { #expect(store.tree.count == 1, "seed \(seed)") }
    #expect(walker.counter.count == 0, "seed \(seed): \(walker.counter.count) are alive")
    #expect(world.issues.isEmpty, "seed \(seed): \(world.issues)")
  }

  private func check(_ walker: RandomWalker, _ operation: Int, _ seed: UInt64) throws {
    for (window, store) in walker.windows {
      // A look at the tree may publish what was not read, after which a request begins.
      var found = ""
      for _ in 0..<10 where found != treeText(store.tree) { found = treeText(store.tree) }
      guard !store.isInTransition() else { continue }
      try #require(
        found == platformText(window),
        """
        seed \(seed), operation \(operation), after:
        \(walker.log.suffix(12).joined(separator: "\n"))
        """)
    }
  }
}
