import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("Flows that are attached again")
struct AttachedAgainTests {
  enum Ending: CaseIterable {
    case finish, detach
  }

  @Test(
    "A flow that an observer of its end attaches again is shown, and the parent receives one end",
    arguments: [FlowRoute.push, .present], Ending.allCases)
  func byItsObserver(route: FlowRoute, ending: Ending) async {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let page = world.flow("page")
    world.root.attach(page, by: route)
    _ = world.journal.take()
    var isFirst = true
    let end = page.onEnd { _ in
      guard isFirst else { return }
      isFirst = false
      world.root.attach(page, by: route) { world.journal.note("second end: \($0)") }
    }
    switch ending {
    case .finish: page.finish()
    case .detach: world.root.detach(page)
    }
    await world.world.context.settled()
    #expect(page.isActive && page.screen.isPresented)
    let reason: NavigationEndReason = ending == .finish ? .finished : .stopped
    #expect(
      world.journal.take() == ["page resign", "page active", "root lost page: \(reason)"])
    world.world.clock.advance(by: 10)
    #expect(world.codes == [])
    withExtendedLifetime(end) {}
  }

  @Test(
    "Another flow that an observer of a sheet's end presents appears after the sheet",
    arguments: Ending.allCases)
  func anotherSheet(ending: Ending) async {
    let world = ProbeWorld()
    let (sheet, next) = (world.flow("sheet"), world.flow("next"))
    world.root.attach(sheet, by: .present)
    let end = sheet.onEnd { _ in world.root.attach(next, by: .present) }
    switch ending {
    case .finish: sheet.finish()
    case .detach: world.root.detach(sheet)
    }
    await world.world.context.settled()
    #expect(next.isActive)
    #expect(world.home.presentedViewController === next.screen)
    #expect(world.codes == [])
    withExtendedLifetime(end) {}
  }

  @Test(
    "A child that an observer of its end attaches to a flow above its parent stays on screen",
    arguments: [FlowRoute.push, .present], [HeadlessPlatform.TransitionMode.immediate, .manual])
  func childOfADetachedFlow(route: FlowRoute, mode: HeadlessPlatform.TransitionMode) async {
    let world = ProbeWorld()
    let (parent, child) = (world.flow("parent"), world.flow("child"))
    world.root.attach(parent, by: .push)
    parent.attach(child, by: route)
    await world.world.context.settled()
    world.world.platform.transitionMode = mode
    let end = child.onEnd { _ in world.root.attach(child, by: route) }
    world.root.detach(parent)
    await world.world.endTransitions()
    await world.world.context.settled()
    #expect(child.isActive && child.screen.isPresented)
    #expect(world.titles == (route == .push ? ["root", "child"] : ["root"]))
    #expect(world.codes == [])
    withExtendedLifetime(end) {}
  }

  @Test("A launched flow that an observer of its end launches again presents its children anew")
  func launchedAgainByItsObserver() async {
    let world = ProbeWorld()
    let (sheet, next) = (world.flow("sheet"), world.flow("next"))
    world.root.attach(sheet, by: .present)
    var isFirst = true
    let end = world.root.onEnd { _ in
      guard isFirst else { return }
      isFirst = false
      world.root.launch(in: world.world.window)
      world.root.attach(next, by: .present)
    }
    world.root.finish()
    await world.world.context.settled()
    #expect(world.root.isActive && next.isActive)
    #expect(world.home.presentedViewController === next.screen)
    #expect(world.codes == [])
    withExtendedLifetime(end) {}
  }
}
