import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Waiting for a free scheduler")
struct SchedulerFreeTests {
  @Test("A free scheduler calls at once, a busy one when the running transition has ended")
  func whenFree() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let scheduler = world.store.scheduler
    var calls: [String] = []
    scheduler.whenFree("first") { calls.append("first") }
    #expect(calls == ["first"])
    home.pushViewController(screen("Detail"), animated: true)
    #expect(!scheduler.isFree)
    scheduler.whenFree("second") { calls.append("second") }
    #expect(calls == ["first"])
    world.platform.completeAllTransitions()
    #expect(calls == ["first", "second"])
    #expect(scheduler.isFree)
  }
}
