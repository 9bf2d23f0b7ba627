import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Transactions")
struct SchedulerTransactionTests {
  private struct Failure: Error {}

  private let harness = SchedulerHarness()
  private var scheduler: NavigationScheduler { harness.scheduler }
  private var platform: FakeMonitor { harness.platform }

  /// Ends a deadlock, so that the test fails and does not hang.
  private func freeTheScheduler(unless line: String) {
    if !harness.log.contains(line) { harness.clock.advance(by: 10) }
  }

  @Test("Requests in the body are nested; requests elsewhere wait for the end of the body")
  func nesting() async {
    var other: ScheduledTransition?
    let outcome = await scheduler.transaction("transaction") {
      other = await Task.detached { [harness] in await harness.instant("other") }.value
      harness.instant("first")
      #expect(await scheduler.perform("second") { _ in .started } == .performed)
      #expect(other?.outcome == nil)
    }
    #expect(outcome == .performed)
    #expect(await other?.value() == .performed)
    #expect(
      harness.log == [
        "first starts", "first performed", "second performed", "transaction performed",
        "other starts", "other performed",
      ])
    #expect(scheduler.count == 0)
  }

  @Test("A transaction waits for its turn, and for the platform at its end")
  func waiting() async {
    harness.animated("running")
    let transaction = Task {
      await scheduler.transaction("transaction") { harness.animated("inner") }
    }
    await mainQueueTurn()
    #expect(harness.log == ["running starts"])
    platform.end()
    await mainQueueTurn()
    #expect(harness.takeLog().suffix(2) == ["running performed", "inner starts"])
    platform.end()
    #expect(await transaction.value == .performed)
    #expect(harness.log == ["inner performed", "transaction performed"])
  }

  @Test("A transaction inside a transaction is nested in it, and so are its body's requests")
  func nestedTransactions() async {
    await scheduler.transaction("outer") {
      harness.instant("a")
      await scheduler.transaction("inner") { harness.instant("b") }
      harness.instant("c")
    }
    #expect(
      harness.log.filter { !$0.hasSuffix("starts") } == [
        "a performed", "b performed", "inner performed", "c performed", "outer performed",
      ])
  }

  @Test("A task that outlives its body is outside")
  func outlivingTask() async {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    var outliving: Task<TransitionOutcome, Never>?
    await scheduler.transaction("first") {
      outliving = Task {
        for await _ in gate {}
        return await scheduler.perform("outliving") { _ in .started }
      }
    }
    let open = scheduler.schedule("second") { _ in .open }
    opening.finish()
    await mainQueueTurn()
    await mainQueueTurn()
    #expect(harness.log == ["first performed"])
    open.end()
    #expect(await outliving?.value == .performed)
    #expect(harness.log == ["first performed", "second performed", "outliving performed"])
  }

  @Test("A task that outlives an inner body is inside the outer one as long as that runs")
  func outlivingInnerBody() async {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let outcome = await scheduler.transaction("outer") {
      var task: Task<TransitionOutcome, Never>?
      await scheduler.transaction("inner") {
        task = Task {
          for await _ in gate {}
          return await scheduler.perform("late") { _ in .started }
        }
      }
      opening.finish()
      await mainQueueTurn()
      await mainQueueTurn()
      freeTheScheduler(unless: "late performed")
      #expect(await task?.value == .performed)
    }
    #expect(outcome == .performed)
    #expect(harness.reported == [])
  }

  @Test("Throws an error of the body after the scheduler is free")
  func throwing() async {
    await #expect(throws: Failure.self) {
      try await scheduler.transaction("transaction") {
        harness.instant("inner")
        throw Failure()
      }
    }
    #expect(scheduler.count == 0)
    #expect(harness.instant("next").outcome == .performed)
  }

  @Test("A transaction that is cancelled before its turn does not call its body")
  func cancelledBeforeTurn() async {
    platform.begin()
    let transaction = Task {
      await scheduler.transaction("transaction") { Issue.record("the body was called") }
    }
    await mainQueueTurn()
    transaction.cancel()
    #expect(await transaction.value.word == "refused: cancelled")
    #expect(scheduler.count == 0)
  }

  @Test("A transaction that is cancelled between its turn and its body does not call that")
  func cancelledBetweenTurnAndBody() async {
    platform.begin()
    let transaction = Task {
      await scheduler.transaction("transaction") { Issue.record("the body was called") }
    }
    await mainQueueTurn()
    platform.end()
    #expect(scheduler.count == 1)
    transaction.cancel()
    #expect(await transaction.value.word == "refused: cancelled")
    #expect(scheduler.count == 0)
    #expect(harness.log == ["transaction refused: cancelled"])
  }

  @Test("A transaction in a cancelled task does not call its body")
  func cancelledBefore() async {
    let transaction = Task {
      await scheduler.transaction("transaction") { Issue.record("the body was called") }
    }
    transaction.cancel()
    #expect(await transaction.value.word == "refused: cancelled")
    #expect(scheduler.count == 0)
  }

  @Test("Transactions nested across two schedulers do not deadlock")
  func crosswise() async {
    let other = SchedulerHarness()
    let outcome = await scheduler.transaction("a") {
      await other.scheduler.transaction("b") {
        let inner = Task { await scheduler.perform("in a again") { _ in .started } }
        await mainQueueTurn()
        await mainQueueTurn()
        freeTheScheduler(unless: "in a again performed")
        #expect(await inner.value == .performed)
        #expect(await other.scheduler.perform("in b again") { _ in .started } == .performed)
      }
    }
    #expect(outcome == .performed)
    #expect(harness.reported == [])
    #expect(harness.log == ["in a again performed", "a performed"])
  }

  @Test("Abandons and reports a body that takes too long without a transition")
  func watchdog() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let transaction = Task {
      await scheduler.transaction("checkout") {
        for await _ in gate {}
        harness.instant("late")
      }
    }
    await mainQueueTurn()
    let queued = harness.instant("queued")
    harness.clock.advance(by: 10)
    #expect(queued.outcome == .performed)
    let issue = try #require(harness.reported.first)
    #expect(issue.fact.contains("checkout"))
    opening.finish()
    #expect(await transaction.value.word == "refused: neverEnded")
    #expect(harness.log.last == "late performed")
    #expect(harness.clock.sleeperCount == 0)
  }

  @Test("Each transition in the body, however short, restarts its time")
  func watchdogStartsAgain() async {
    let (steps, next) = AsyncStream.makeStream(of: Void.self)
    let transaction = Task {
      await scheduler.transaction("checkout") {
        for await _ in steps { harness.instant("step") }
      }
    }
    await mainQueueTurn()
    for _ in 0..<3 {
      harness.clock.advance(by: 6)
      next.yield()
      await mainQueueTurn()
      await mainQueueTurn()
    }
    next.finish()
    #expect(await transaction.value == .performed)
    #expect(harness.reported == [])
  }

  @Test("A transaction releases the objects of its body")
  func release() async {
    weak var probe: Probe?
    do {
      let held = Probe()
      probe = held
      await scheduler.transaction("transaction") { held.touch() }
    }
    #expect(probe == nil)
  }

  @Test("Work whose transaction waits for the user's finger is listed, and does not run")
  func finger() async throws {
    let stack = HeadlessNavigationController(rootViewController: HeadlessViewController())
    let world = HeadlessWorld(root: stack)
    stack.pushViewController(HeadlessViewController(), animated: false)
    let finger = try #require(stack.userDidBeginEdgeSwipe())
    var log: [String] = []
    let work = world.context.run("work") { [context = world.context] in
      let scheduler = context.scheduler(of: stack)
      await scheduler.transaction("choice") { log.append("\(stack.viewControllers.count)") }
      log.append("done")
    }
    let waiting = try await world.context.settled(within: 5)
    #expect(waiting.contains { $0.name == "work" && $0.waitingFor == "‘choice’" })
    #expect(log.isEmpty)
    finger.finish()
    #expect(try await world.context.settled(within: 5) == [])
    #expect(log == ["1", "done"])
    withExtendedLifetime((world, work)) {}
  }
}
