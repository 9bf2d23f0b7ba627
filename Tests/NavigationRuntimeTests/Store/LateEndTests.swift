import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The end of one transition among others")
struct LateEndTests {
  @Test("An abandoned transition ends late, and a newer one of its controller continues")
  func lateEnd() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(
      .manual, configuration: .init(watchdogInterval: 5), root: home)
    home.pushViewController(screen("Detail"), animated: true)
    let kept = world.store.scheduler.schedule("kept") { _ in .ended(.performed) }
    world.clock.advance(by: 5)
    #expect(kept.outcome == .performed)
    #expect(world.store.scheduler.isFree)

    home.present(screen("Sheet"), animated: true)
    world.platform.completeTransition()
    #expect(!world.store.scheduler.isFree)
    #expect(world.store.tree.modalChain.isEmpty)
    world.platform.completeTransition()
    #expect(world.store.scheduler.isFree)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
  }

  @Test("The report of a foreign transition names its container, its window and what waits for it")
  func reported() throws {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(
      .manual, configuration: .init(watchdogInterval: 5), root: home)
    home.pushViewController(screen("Detail"), animated: true)
    world.store.scheduler.schedule("kept") { _ in .ended(.performed) }
    world.clock.advance(by: 5)
    let fact = try #require(world.issues.first).fact
    let end =
      " in Window \(world.window.lifecycle.id) that the scheduler did not start has kept "
      + "‘kept’ waiting for 5.0 s and has not ended."
    #expect(fact.hasSuffix(end), "\(fact)")
    // UIKit's stand-in may name the screen that appears, too.
    #expect(fact.hasPrefix("A transition of Home \(home.lifecycle.id)"), "\(fact)")
  }

  @Test("An end counts once, and only for the container of its transition")
  func once() {
    let context = NavigationContext(clock: ManualNavigationClock())
    let room = PlainContainer()
    let store = context.store(for: room)
    let first = room.lifecycle.transitionDidBegin(isInteractive: false)
    let second = room.lifecycle.transitionDidBegin(isInteractive: false)
    PlainContainer().lifecycle.transitionDidEnd(second, completed: true)
    room.lifecycle.transitionDidEnd(first, completed: true)
    room.lifecycle.transitionDidEnd(first, completed: true)
    #expect(!store.scheduler.isFree)
    room.lifecycle.transitionDidEnd(second, completed: true)
    #expect(store.scheduler.isFree)
  }

  @Test("A cancellation by the user interrupts the request of its transition, and no other")
  func cancelled() {
    let context = NavigationContext(clock: ManualNavigationClock())
    let room = PlainContainer()
    let lifecycle = room.lifecycle
    let store = context.store(for: room)
    for isItsOwn in [true, false] {
      var token: NavigationTransitionToken?
      let request = store.scheduler.schedule("request") { _ in
        token = lifecycle.transitionDidBegin(isInteractive: true)
        return .started
      }
      let gesture = lifecycle.transitionDidBegin(isInteractive: true)
      lifecycle.transitionDidEnd(gesture, completed: isItsOwn)
      #expect(request.outcome == nil)
      if let token { lifecycle.transitionDidEnd(token, completed: !isItsOwn) }
      #expect(request.outcome == (isItsOwn ? .interruptedByUser : .performed))
    }
    withExtendedLifetime(room) {}
  }

  @Test("The rest of a gesture is watched, and waited for, after the finger lifts")
  func letGo() {
    let clock = ManualNavigationClock()
    let context = NavigationContext(
      configuration: .init(watchdogInterval: 5), clock: clock)
    var issues: [NavigationIssue] = []
    context.issues.handler = { issues.append($0) }
    let room = PlainContainer()
    let store = context.store(for: room)
    let token = room.lifecycle.transitionDidBegin(isInteractive: true)
    let kept = store.scheduler.schedule("kept") { _ in .ended(.performed) }
    clock.advance(by: 50)
    #expect(issues.isEmpty)
    #expect(context.activity.isIdle)
    room.lifecycle.transition(token, didBecomeInteractive: false)
    room.lifecycle.transition(token, didBecomeInteractive: false)
    #expect(!store.isInteractive)
    #expect(store.isTransitioning)
    #expect(!context.activity.isIdle)
    // Catches it again, and releases it.
    room.lifecycle.transition(token, didBecomeInteractive: true)
    #expect(context.activity.isIdle)
    clock.advance(by: 50)
    room.lifecycle.transition(token, didBecomeInteractive: false)
    #expect(kept.outcome == nil)
    clock.advance(by: 5)
    #expect(issues.map(\.code.rawValue) == ["neverEnded"])
    #expect(kept.outcome == .performed)
    room.lifecycle.transition(token, didBecomeInteractive: true)
    room.lifecycle.transitionDidEnd(token, completed: true)
    #expect(!store.isInteractive)
    #expect(store.scheduler.isFree)
    #expect(context.activity.isIdle)
  }
}
