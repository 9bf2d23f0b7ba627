import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("A request whose container moves to another window while it waits")
struct MovedRequestTests {
  @Test("Belongs to the transaction of that window in whose body it was requested")
  func joinsTransaction() async {
    let scene = MovedContainer()
    var request: ScheduledTransition?
    let transaction = Task {
      await scene.second.scheduler.transaction("several") {
        request = scene.context.request(.present(screen("Modal")), on: scene.nav)
        await request?.value()
      }
    }
    while request == nil { await letOthersRun() }
    let later = scene.second.scheduler.schedule("later") { _ in .ended(.performed) }
    scene.move(intoRunningTransition: false)
    #expect(scene.platform.completeTransition())
    scene.platform.completeAllTransitions()
    #expect(request?.outcome == .performed)
    #expect(later.outcome == nil)
    // Without a transaction that it belongs to, the two would wait for each other.
    if request?.outcome == nil { scene.clock.advance(by: 60) }
    #expect(await transaction.value == .performed)
    #expect(later.outcome == .performed)
    #expect(scene.issues.isEmpty)
  }

  @Test("Supersedes an earlier request of its key that waits there")
  func supersedesEarlierRequest() {
    let scene = MovedContainer()
    let running = scene.second.scheduler.schedule("running") { _ in .open }
    let earlier = scene.second.scheduler.schedule("earlier", coalescing: "key") { _ in
      .ended(.performed)
    }
    let request = scene.context.request(.present(screen("Modal")), on: scene.nav, coalescing: "key")
    scene.move(intoRunningTransition: false)
    #expect(scene.platform.completeTransition())
    #expect(earlier.outcome == .superseded)
    #expect(request.outcome == nil)
    running.end()
    scene.platform.completeAllTransitions()
    #expect(request.outcome == .performed)
  }

  @Test("Is superseded by a later request of its key that waits there")
  func supersededByLaterRequest() {
    let scene = MovedContainer()
    let request = scene.context.request(.present(screen("Modal")), on: scene.nav, coalescing: "key")
    let running = scene.second.scheduler.schedule("running") { _ in .open }
    let later = scene.second.scheduler.schedule("later", coalescing: "key") { _ in
      .ended(.performed)
    }
    scene.move(intoRunningTransition: false)
    #expect(scene.platform.completeTransition())
    #expect(request.outcome == .superseded)
    #expect(later.outcome == nil)
    running.end()
    scene.platform.completeAllTransitions()
    #expect(later.outcome == .performed)
  }

  @Test("Is in the traces of both contexts if another one observes that window")
  func otherContext() {
    let other = NavigationContext(clock: ManualNavigationClock())
    let scene = MovedContainer(observingSecondIn: other)
    let traces = [scene.context.startTrace(), other.startTrace()]
    let request = scene.context.request(.present(screen("Modal")), on: scene.nav)
    scene.move(intoRunningTransition: false)
    #expect(scene.platform.completeTransition())
    scene.platform.completeAllTransitions()
    #expect(request.outcome == .performed)
    let kinds = traces.map { trace in
      trace.events.filter { $0.subject?.contains("Modal") ?? false }.map(\.kind)
    }
    #expect(
      kinds == [[.requestMade, .requestEnded], [.requestMade, .requestBegan, .requestEnded]])
  }
}
