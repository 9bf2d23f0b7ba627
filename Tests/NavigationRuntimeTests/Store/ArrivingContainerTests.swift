import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("A container that is about to be shown")
struct ArrivingContainerTests {
  @Test("A request on a sheet that is being presented waits in the window's scheduler")
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

  @Test("A request on a sheet that waits to be presented waits behind the presentation")
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

  @Test("A request on a container in a directly presented sheet waits for the presentation")
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

  @Test("Refuses a request on a sheet whose presentation is refused")
  func afterRefusedPresentation() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let sheet = stack("Sheet", screen("First"))
    world.context.request(.present(screen("Other")), on: home)
    let present = world.context.request(.present(sheet), on: home)
    let push = world.context.request(.push(screen("Second")), on: sheet)
    world.platform.completeAllTransitions()
    #expect(present.outcome == .refused(TransitionRefusal(.alreadyPresenting, "")))
    #expect(push.outcome == .refused(TransitionRefusal(.notInTree, "")))
    #expect(sheet.viewControllers.count == 1)
  }

  @Test("A dismissed sheet leaves the window's scheduler")
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
