import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("A container that is about to come on screen")
struct ArrivingContainerTests {
  @Test("What is asked of a sheet while it is being presented waits in the window's lane")
  func duringRequestedPresentation() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let sheet = stack("Sheet", screen("First"))
    let present = world.context.request(.present(sheet), on: home)
    let push = world.context.request(.push(screen("Second")), on: sheet)
    let over = world.context.request(.present(screen("Over")), on: sheet)
    #expect(push.outcome == nil)
    #expect(over.outcome == nil)
    world.platform.completeAllTransitions()
    #expect([present, push, over].map(\.outcome) == [.performed, .performed, .performed])
    #expect(world.store.tree.visibleLeaf.name == "Over")
    #expect(world.refusals.isEmpty)
  }

  @Test("So does what is asked of a sheet that still waits to be presented")
  func beforeRequestedPresentation() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let sheet = stack("Sheet", screen("First"))
    let requests = [
      world.context.request(.push(screen("Detail")), on: home),
      world.context.request(.present(sheet), on: home),
      world.context.request(.present(screen("Over")), on: sheet),
    ]
    #expect(requests.map(\.outcome) == [nil, nil, nil])
    world.platform.completeAllTransitions()
    #expect(requests.map(\.outcome) == [.performed, .performed, .performed])
  }

  @Test("So does what is asked of a container inside of a sheet that is presented directly")
  func duringDirectPresentation() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let inner = stack("Inner", screen("First"))
    home.present(tabs("Sheet", inner), animated: true)
    let push = world.context.request(.push(screen("Second")), on: inner)
    #expect(push.outcome == nil)
    #expect(NavigationContext.of(inner) === world.context)
    world.platform.completeAllTransitions()
    #expect(push.outcome == .performed)
  }

  @Test("What is asked of a sheet whose presentation is refused is refused")
  func afterRefusedPresentation() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let sheet = stack("Sheet", screen("First"))
    world.context.request(.present(screen("Other")), on: home)
    let present = world.context.request(.present(sheet), on: home)
    let push = world.context.request(.push(screen("Second")), on: sheet)
    world.platform.completeAllTransitions()
    #expect(present.outcome == .refused(TransitionRefusal(.alreadyPresenting, "")))
    #expect(push.outcome == .refused(TransitionRefusal(.notOnScreen, "")))
    #expect(sheet.viewControllers.count == 1)
  }

  @Test("A sheet that was presented and dismissed is in no window's lane any more")
  func afterDismissal() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let sheet = stack("Sheet", screen("First"))
    world.context.request(.present(sheet), on: home)
    #expect(world.context.scheduler(of: sheet) === world.store.scheduler)
    world.context.request(.dismiss, on: home)
    #expect(world.context.scheduler(of: sheet) === world.context.defaultScheduler)
  }
}
