import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Waiting for a free scheduler")
struct LaneFreeTests {
  @Test("A free scheduler calls at once, a busy one when the running transition has ended")
  func whenFree() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let lane = world.store.scheduler
    var calls: [String] = []
    lane.whenFree("first") { calls.append("first") }
    #expect(calls == ["first"])
    home.pushViewController(screen("Detail"), animated: true)
    #expect(!lane.isFree)
    lane.whenFree("second") { calls.append("second") }
    #expect(calls == ["first"])
    world.platform.completeAllTransitions()
    #expect(calls == ["first", "second"])
    #expect(lane.isFree)
  }
}
