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
    var isFirst = true
    let end = child.onEnd { _ in
      guard isFirst else { return }
      isFirst = false
      world.root.attach(child, by: route)
    }
    world.root.detach(parent)
    await world.world.endTransitions()
    await world.world.context.settled()
    #expect(child.isActive && child.screen.isPresented)
    #expect(world.titles == (route == .push ? ["root", "child"] : ["root"]))
    #expect(world.codes == [])
    withExtendedLifetime(end) {}
  }

  @Test(
    "A child of a flow that finishes, attached above by an observer of its end, stays on screen",
    arguments: [FlowRoute.push, .present])
  func childOfAFinishedFlow(route: FlowRoute) async {
    let world = ProbeWorld()
    let (parent, child) = (world.flow("parent"), world.flow("child"))
    world.root.attach(parent, by: .push)
    parent.attach(child, by: route)
    await world.world.context.settled()
    var ends: [NavigationEndReason] = []
    let end = child.onEnd { reason in
      ends.append(reason)
      if ends.count == 1 { world.root.attach(child, by: route) }
    }
    parent.finish()
    await world.world.context.settled()
    #expect(ends == [.stopped])
    #expect(child.isActive && child.screen.isPresented)
    #expect(world.codes == [])
    withExtendedLifetime(end) {}
  }

  @Test(
    "Each descendant of a flow that finishes ends once, in order, although its screen leaves first")
  func descendantsInOrder() async {
    let world = ProbeWorld()
    let (a, b, c) = (world.flow("a"), world.flow("b"), world.flow("c"))
    world.root.attach(a, by: .push)
    a.attach(b, by: .push)
    world.root.attach(c, by: .present)
    await world.world.context.settled()
    _ = world.journal.take()
    world.root.finish()
    await world.world.context.settled()
    #expect(
      world.journal.take() == [
        "c resign", "root lost c: stopped", "b resign", "a lost b: stopped", "a resign",
        "root lost a: stopped", "root resign",
      ])
    #expect(world.titles == ["root"] && world.home.presentedViewController == nil)
  }

  @Test(
    "Another sheet that is attached at the end of an ending sheet's child appears after the sheet",
    arguments: [true, false])
  func anotherSheetAtAChildsEnd(isObserver: Bool) async {
    let world = ProbeWorld()
    let (sheet, inner, next) = (world.wrapped("sheet"), world.flow("inner"), world.flow("next"))
    world.root.attach(sheet, by: .present)
    sheet.attach(inner, by: .push) { _ in
      if !isObserver { world.root.attach(next, by: .present) }
    }
    let end = inner.onEnd { _ in if isObserver { world.root.attach(next, by: .present) } }
    await world.world.context.settled()
    sheet.finish()
    await world.world.context.settled()
    #expect(next.isActive)
    #expect(world.home.presentedViewController === next.screen)
    #expect(world.codes == [])
    withExtendedLifetime(end) {}
  }

  @Test("Another sheet that the end of a released flow's child attaches appears after the child")
  func anotherSheetAfterARelease() async {
    let world = ProbeWorld()
    let (sheet, next) = (world.flow("sheet"), world.flow("next"))
    var flow: ProbeFlow? = ProbeFlow("flow", world.journal, context: world.world.context)
    flow.map { world.home.pushViewController($0.screen, animated: false) }
    flow?.attach(sheet, by: .present)
    await world.world.context.settled()
    let end = sheet.onEnd { _ in world.root.attach(next, by: .present) }
    flow = nil
    await world.world.context.settled()
    #expect(next.isActive)
    #expect(world.home.presentedViewController === next.screen)
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

/// A flow in the first column of a split view, whose child ended when the split view collapsed.
@MainActor
private struct SplitWorld {
  let world = HeadlessWorld(.immediate, root: screen("Empty"))
  let split = HeadlessSplitViewController(style: .doubleColumn)
  let list = HeadlessNavigationController()
  let top: ProbeFlow
  let child = ProbeFlow("child", Journal())

  init() async {
    top = ProbeFlow("top", Journal(), context: world.context)
    list.viewControllers = [top.screen]
    split.setViewController(list, for: .primary)
    split.setViewController(stack("Secondary", screen("Placeholder")), for: .secondary)
    split.setViewController(stack("Compact", screen("Small")), for: .compact)
    world.window.rootViewController = split
    top.attach(child, by: .push)
    list.pushViewController(screen("detail"), animated: false)
    await world.context.settled()
    split.collapse()
    await world.context.settled()
  }

  var titles: [String?] { list.viewControllers.map(\.restorationIdentifier) }

  var codes: [String] { world.issues.map(\.code.rawValue) }
}

/// Whose containers keep their contents when they leave the tree.
@MainActor
@Suite("Screens of children that ended, in a container that is used again")
struct EndedChildrenTests {
  private final class TabsFlow: Flow<ScreenLessCore, HeadlessTabBarController> {
    override func createCore() -> ScreenLessCore { ScreenLessCore() }
    override func createScreen() -> HeadlessTabBarController { HeadlessTabBarController() }
  }

  @Test(
    "Leave the stack of a sheet that the user pulls down, or that is detached",
    arguments: [true, false])
  func stack(isPulledDown: Bool) async throws {
    let world = ProbeWorld()
    let (sheet, detail) = (world.wrapped("sheet"), world.flow("detail"))
    world.root.attach(sheet, by: .present)
    sheet.attach(detail, by: .push)
    detail.attach(world.flow("deeper"), by: .push)
    let wrapper = try #require(sheet.wrapper)
    #expect(wrapper.viewControllers.count == 3)
    if isPulledDown { wrapper.userDidPullDown() } else { world.root.detach(sheet) }
    await world.world.context.settled()
    world.root.attach(sheet, by: .present)
    await world.world.context.settled()
    #expect(wrapper.viewControllers.map(\.restorationIdentifier) == ["sheet"])
    #expect(world.world.store.tree.visibleLeaf.name == "sheet")
    sheet.attach(detail, by: .push)
    #expect(world.world.store.tree.visibleLeaf.name == "detail")
    #expect(world.codes == [])
  }

  @Test("Leave the stack of a sheet that is attached again as soon as the user has pulled it down")
  func stackAtOnce() async throws {
    let world = ProbeWorld()
    let (sheet, detail) = (world.wrapped("sheet"), world.flow("detail"))
    world.root.attach(sheet, by: .present) { _ in world.root.attach(sheet, by: .present) }
    sheet.attach(detail, by: .push)
    world.world.platform.transitionMode = .manual
    let wrapper = try #require(sheet.wrapper)
    wrapper.userDidPullDown()
    await world.world.endTransitions()
    #expect(sheet.isActive && !detail.isActive)
    #expect(wrapper.viewControllers.map(\.restorationIdentifier) == ["sheet"])
    #expect(world.world.store.tree.visibleLeaf.name == "sheet")
    #expect(world.codes == [])
  }

  @Test("Leave the tabs of a sheet; a tab that belongs to no flow stays")
  func tabs() async {
    let world = ProbeWorld()
    let sheet = TabsFlow()
    world.root.attach(sheet, by: .present)
    sheet.screen.viewControllers = [screen("Own")]
    sheet.attach(world.flow("a"), by: .tab)
    sheet.attach(world.flow("b"), by: .tab)
    #expect(sheet.screen.viewControllers?.count == 3)
    #expect(sheet.screen.userDidPullDown())
    await world.world.context.settled()
    world.root.attach(sheet, by: .present)
    await world.world.context.settled()
    #expect(sheet.screen.viewControllers?.map(\.restorationIdentifier) == ["Own"])
    #expect(world.codes == [])
  }

  @Test("Leave the stack of a root that code replaces and that is launched again")
  func root() async {
    let world = ProbeWorld()
    world.root.attach(world.flow("detail"), by: .push)
    world.world.window.rootViewController = screen("Login")
    await world.world.context.settled()
    world.root.launch(in: world.world.window)
    await world.world.context.settled()
    #expect(world.world.store.tree.visibleLeaf.name == "root")
    #expect(world.codes == [])
  }

  @Test("Leave a root that code replaces and that is launched again, as its sheet")
  func sheetOfARoot() async {
    let world = ProbeWorld()
    let (sheet, next) = (world.wrapped("sheet"), world.flow("next"))
    world.root.attach(sheet, by: .present)
    await world.world.context.settled()
    world.world.window.rootViewController = screen("Login")
    await world.world.context.settled()
    #expect(!sheet.isActive)
    world.root.launch(in: world.world.window)
    await world.world.context.settled()
    #expect(world.world.store.tree.modalChain.isEmpty)
    world.root.attach(next, by: .present)
    await world.world.context.settled()
    #expect(next.isActive)
    #expect(world.codes == [])
  }

  @Test("Take with them what was pushed by hand above", arguments: [true, false])
  func pushedByHand(isReplaced: Bool) async {
    let world = ProbeWorld()
    let page = world.flow("page")
    world.root.attach(page, by: .push)
    world.home.pushViewController(screen("detail"), animated: false)
    await world.world.context.settled()
    if isReplaced {
      world.world.window.rootViewController = screen("Login")
      await world.world.context.settled()
      world.root.launch(in: world.world.window)
    } else {
      world.root.detach(page)
    }
    await world.world.context.settled()
    #expect(world.titles == ["root"])
    #expect(world.codes == [])
  }

  @Test("Leave a column that comes back, whose flow has been active all the time")
  func column() async {
    let world = await SplitWorld()
    #expect(!world.child.isActive && world.titles == ["top", "child", "detail"])
    world.split.expand()
    await world.world.context.settled()
    #expect(world.top.isActive && !world.child.isPresented)
    #expect(world.titles == ["top"])
    #expect(world.codes == [])
  }

  @Test("Make room for a child that is attached again before its column comes back")
  func attachedBeforeItsColumnIsBack() async {
    let world = await SplitWorld()
    world.top.attach(world.child, by: .push)
    await world.world.context.settled()
    #expect(world.child.isActive && world.titles == ["top", "child"])
    world.split.expand()
    await world.world.context.settled()
    #expect(world.child.isActive && world.child.isPresented)
    #expect(world.titles == ["top", "child"])
    #expect(world.codes == [])
  }

  @Test("Leave a tab that is taken out and put back")
  func tabPutBack() async {
    let world = HeadlessWorld(.immediate, root: screen("Empty"))
    let tabs = TabsFlow(context: world.context)
    tabs.launch(in: world.window)
    let (page, child) = (ProbeFlow("page", Journal()), ProbeFlow("child", Journal()))
    let wrapper = HeadlessNavigationController()
    page.wrapper = wrapper
    tabs.attach(page, by: .none)
    _ = page.representative
    tabs.screen.viewControllers = [screen("Own"), wrapper]
    page.attach(child, by: .push)
    await world.context.settled()
    tabs.screen.viewControllers = [screen("Own")]
    await world.context.settled()
    tabs.screen.viewControllers = [screen("Own"), wrapper]
    await world.context.settled()
    #expect(page.isActive && !child.isActive)
    #expect(wrapper.viewControllers.map(\.restorationIdentifier) == ["page"])
    #expect(world.issues.isEmpty)
  }

  @Test("Are released with a container that does not come back, without a request")
  func released() async {
    let world = ProbeWorld()
    weak var left: AnyObject?
    do {
      let (sheet, detail) = (world.wrapped("sheet"), world.flow("detail"))
      left = detail.screen
      world.root.attach(sheet, by: .present)
      sheet.attach(detail, by: .push)
      await world.world.context.settled()
    }
    let changes = world.world.store.history.count
    do {
      let sheet = world.home.presentedViewController as? HeadlessNavigationController
      #expect(sheet?.userDidPullDown() == true)
    }
    await world.world.context.settled()
    #expect(left == nil)
    #expect(world.world.store.history.count == changes + 1)
  }
}
