import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Tasks of a context, and gates")
struct ActivityGateTests {
  private let context = NavigationContext(clock: ManualNavigationClock())

  @Test("settled() waits for a task of the context")
  func task() async {
    var isDone = false
    let work = context.run("work") {
      await letOthersRun()
      isDone = true
    }
    #expect(context.activity.running.map(\.name) == ["work"])
    #expect(await context.settled() == [])
    #expect(isDone)
    withExtendedLifetime(work) {}
  }

  @Test("Cancels a task when its handle is released")
  func released() async {
    var wasCancelled = false
    var work: Cancellation? = context.run("work") { wasCancelled = Task.isCancelled }
    _ = work
    work = nil
    await context.settled()
    #expect(wasCancelled)
  }

  @Test("Lists a task at a gate, and waits for it again from the moment the gate is opened")
  func gate() async {
    let gate = ActivityGate("the answer", context: context)
    var passed: [Int] = []
    let work = [1, 2].map { number in
      context.run("work \(number)") {
        try? await gate.wait()
        passed.append(number)
      }
    }
    #expect(
      await context.settled().map(\.description) == [
        "work 1 (waits for the answer)", "work 2 (waits for the answer)",
      ])
    #expect(gate.waiterCount == 2)
    gate.open()
    #expect(context.activity.running.count == 2)
    #expect(await context.settled() == [])
    #expect(passed == [1, 2])
    withExtendedLifetime(work) {}
  }

  @Test("A task that is cancelled at a gate resumes with an error")
  func cancelled() async {
    let gate = ActivityGate("the answer", context: context)
    var error: (any Error)?
    let work = context.run("work") {
      do { try await gate.wait() } catch let thrown { error = thrown }
    }
    await context.settled()
    work.cancel()
    await context.settled()
    #expect(error is CancellationError)
    #expect(gate.waiterCount == 0)
  }

  @Test("A task awaiting a transition does not block settled() while a gesture holds the scheduler")
  func gesture() async {
    let top = screen("Top")
    let home = stack("Home", screen("List"), top)
    let world = HeadlessWorld(root: home)
    let finger = home.userDidBeginEdgeSwipe()
    var outcome: TransitionOutcome?
    let work = world.context.run("work") {
      outcome = await world.context.perform(.push(screen("Next")), on: home)
    }
    #expect(await world.context.settled().contains { $0.name == "work" })
    finger?.cancel()
    #expect(await world.context.settled() == [])
    #expect(outcome == .performed)
    withExtendedLifetime(work) {}
  }

  @Test("An open gate delays no task, and a task outside the context may wait at a closed one")
  func others() async {
    let gate = ActivityGate("the answer", context: context)
    let task = Task { try await gate.wait() }
    await letOthersRun()
    #expect(context.activity.isIdle)
    gate.open()
    #expect(await task.result.isSuccess)
    try? await gate.wait()
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
