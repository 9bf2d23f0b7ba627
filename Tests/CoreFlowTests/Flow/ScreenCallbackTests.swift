import CoreFlow
import TestSupport
import Testing

private final class PageCore: Core<Void, Int> {}

/// Performs an action when it has appeared for the first time.
private final class PageScreen: HeadlessScreen<PageCore> {
  var onAppear: (() -> Void)?

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    let action = onAppear
    onAppear = nil
    action?()
  }
}

private final class PageFlow: Flow<PageCore, PageScreen>, ResultFlow {
  typealias Output = Int

  override func createCore() -> PageCore { PageCore(initialState: 0) }
  override func createScreen() -> PageScreen { PageScreen(reactor: core) }
}

private let modes: [HeadlessPlatform.TransitionMode] = [.immediate, .manual]

@MainActor
@Suite("Flows whose screens act in their own callbacks")
struct ScreenCallbackTests {
  private let world = HeadlessWorld(root: screen("Empty"))
  private let home = HeadlessNavigationController()
  private let root: PageFlow

  init() {
    root = PageFlow(context: world.context).embedded(in: home)
    root.launch(in: world.window)
  }

  private var codes: [String] { world.issues.map(\.code.rawValue) }

  @Test("A screen that attaches a chain of flows in `viewDidAppear` is pushed once, and stays")
  func chain() async {
    let (page, next, last) = (PageFlow(), PageFlow(), PageFlow())
    page.screen.onAppear = {
      page.attach(next, by: .push)
      next.attach(last, by: .push)
    }
    root.attach(page, by: .push)
    await world.context.settled()
    #expect(codes == [])
    #expect(page.isActive && next.isActive && last.isActive)
    #expect(home.viewControllers.count == 4)
  }

  @Test("The first tab may attach a sheet in its `viewDidAppear`")
  func firstTab() async {
    let tabs = HeadlessTabBarController()
    let (bar, page, sheet) = (PageFlow().embedded(in: tabs), PageFlow(), PageFlow())
    root.attach(bar, by: .present)
    tabs.viewControllers = []
    page.screen.onAppear = { page.attach(sheet, by: .present) }
    bar.attach(page, by: .tab)
    await world.context.settled()
    #expect(codes == [])
    #expect(page.isActive && page.screen.isPresented && sheet.isActive)
  }

  @Test("A flow whose sheet dismisses itself in `viewDidAppear` ends", arguments: modes)
  func dismissesItself(mode: HeadlessPlatform.TransitionMode) async {
    world.platform.transitionMode = mode
    let sheet = PageFlow()
    sheet.screen.onAppear = { sheet.screen.dismiss(animated: true) }
    let attachment = root.attach(sheet, by: .present)
    await world.endTransitions()
    await world.context.settled()
    #expect(!sheet.screen.isPresented)
    #expect(!sheet.isActive && root.children.isEmpty)
    #expect(attachment.outcome != nil)
    #expect(codes == [])
  }

  @Test("A flow whose screen is popped in `viewDidAppear` ends", arguments: modes)
  func isPopped(mode: HeadlessPlatform.TransitionMode) async {
    world.platform.transitionMode = mode
    let page = PageFlow()
    page.screen.onAppear = { [home] in home.popViewController(animated: true) }
    let attachment = root.attach(page, by: .push)
    await world.endTransitions()
    await world.context.settled()
    #expect(!page.isActive && attachment.outcome != nil)
    #expect(codes == [])
  }

  @Test("A launched flow whose screen replaces itself in `viewDidAppear` ends")
  func replacesItself() async {
    let next = PageFlow(context: world.context)
    next.screen.onAppear = { [world] in world.window.rootViewController = screen("Other") }
    next.launch(in: world.window)
    await world.context.settled()
    #expect(!next.isActive && !next.screen.isPresented)
    #expect(codes == [])
  }

  @Test("The screen of an ended child leaves when its sheet is used again", arguments: modes)
  func usedAgain(mode: HeadlessPlatform.TransitionMode) async {
    let stack = HeadlessNavigationController()
    let (sheet, page) = (PageFlow().embedded(in: stack), PageFlow())
    world.platform.transitionMode = mode
    sheet.screen.onAppear = { sheet.attach(page, by: .push) }
    page.screen.onAppear = { sheet.finish() }
    root.attach(sheet, by: .present)
    await world.endTransitions()
    await world.context.settled()
    root.attach(sheet, by: .present)
    await world.endTransitions()
    await world.context.settled()
    #expect(sheet.isActive && !page.isActive)
    #expect(!page.screen.isPresented && stack.viewControllers.count == 1)
    #expect(codes == [])
  }
}
