import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The store")
struct NavigationStoreTests {
  @Test("Follows a direct push, of which the platform knows the cause or does not")
  func directPush() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    home.pushViewController(screen("Detail"), animated: true)
    #expect(
      world.store.tree.description == """
        window Window
          stack Home
            screen List
            screen Detail
        """)
    #expect(world.changes.map(\.cause.kind) == [causeOfDirectCalls])
    home.popViewController(animated: true)
    #expect(world.store.tree.visibleLeaf.name == "List")
    #expect(world.store.tree.count == 3)
  }

  @Test("Follows the user's moves and attributes them to the user")
  func userMoves() {
    let home = stack("Home", screen("List"), screen("Detail"))
    let world = HeadlessWorld(root: home)
    #expect(home.userDidTapBack())
    #expect(world.store.tree.visibleLeaf.name == "List")
    #expect(world.changes.map(\.cause.kind) == [.user])
  }

  @Test("D9, D10: ignores a cancelled gesture, although the stack was shorter meanwhile")
  func cancelledGesture() throws {
    let detail = screen("Detail")
    let home = stack("Home", screen("List"), detail)
    let world = HeadlessWorld(root: home)
    let log = EventLog(detail)
    let swipe = try #require(home.userDidBeginEdgeSwipe())
    #expect(home.viewControllers.count == 1)
    #expect(world.store.tree.visibleLeaf.name == "Detail")
    swipe.cancel()
    #expect(world.changes.isEmpty)
    #expect(log.events == [.visible(true)])

    let second = try #require(home.userDidBeginEdgeSwipe())
    second.finish()
    #expect(world.changes.map(\.cause.kind) == [.user])
    #expect(log.events == [.visible(true), .visible(false), .dismissed])
  }

  @Test("D20: ends everything in a dismissed container, children before parents")
  func dismissedContainer() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let inner = screen("Inner")
    let sheet = stack("Sheet", inner)
    home.present(sheet, animated: true)
    let log = EventLog(sheet, inner)
    #expect(sheet.userDidPullDown())
    #expect(
      log.lines == [
        "Sheet visible", "Inner visible", "Inner hidden", "Inner dismissed", "Sheet hidden",
        "Sheet dismissed",
      ])
    #expect(world.store.tree.count == 3)
  }

  @Test("D6: ends every controller that a pop to the root removes")
  func popToRoot() {
    let screens = (1...4).map { screen("S\($0)") }
    let home = stack("Home")
    home.viewControllers = screens
    let world = HeadlessWorld(root: home)
    let log = EventLog(screens[1], screens[2], screens[3])
    home.popToRootViewController(animated: true)
    #expect(
      log.lines.filter { $0.hasSuffix("dismissed") }.sorted() == [
        "S2 dismissed", "S3 dismissed", "S4 dismissed",
      ])
    #expect(world.changes.count == 1)
  }

  @Test("D33: ends the old root with all it presented when the window's root is replaced")
  func rootReplaced() {
    let old = screen("Old")
    let world = HeadlessWorld(root: old)
    let modal = screen("Modal")
    old.present(modal, animated: false)
    let log = EventLog(old, modal)
    world.window.rootViewController = screen("New")
    #expect(log.lines.filter { $0.hasSuffix("dismissed") } == ["Modal dismissed", "Old dismissed"])
    #expect(world.store.tree.description == "window Window\n  screen New")
  }

  @Test("D31: ends the tabs that are removed, and only those")
  func tabsRemoved() {
    let first = stack("First", screen("A"))
    let second = stack("Second", screen("B"))
    let main = tabs("Main", first, second)
    let world = HeadlessWorld(root: main)
    let log = EventLog(first, second)
    main.viewControllers = [second]
    #expect(
      log.lines == [
        "First visible", "Second hidden", "First hidden", "First dismissed", "Second visible",
      ])
    #expect(world.store.tree.root.children[0].selectedIndex == 0)
  }

  @Test("D30: hides a tab behind the selected one, and never ends it")
  func tabSelected() {
    let first = stack("First", screen("A"))
    let second = stack("Second", screen("B"))
    let main = tabs("Main", first, second)
    let world = HeadlessWorld(root: main)
    let log = EventLog(first, second)
    #expect(main.userDidTapTab(at: 1))
    #expect(main.userDidTapTab(at: 0))
    #expect(
      log.lines == [
        "First visible", "Second hidden", "First hidden", "Second visible", "Second hidden",
        "First visible",
      ])
    #expect(world.changes.count == 2)
  }

  @Test("D17, D18: hides a presenter behind a full screen and not behind a sheet")
  func coveredPresenter() {
    let list = screen("List")
    let home = stack("Home", list)
    let world = HeadlessWorld(root: home)
    let log = EventLog(list)
    let sheet = screen("Sheet")
    sheet.modalPresentationStyle = .pageSheet
    home.present(sheet, animated: true)
    #expect(log.lines == ["List visible"])
    home.dismiss(animated: true)
    let full = screen("Full")
    full.modalPresentationStyle = .fullScreen
    home.present(full, animated: true)
    #expect(log.lines == ["List visible", "List hidden"])
    home.dismiss(animated: true)
    #expect(log.lines == ["List visible", "List hidden", "List visible"])
    #expect(world.changes.count == 4)
  }

  @Test("D32: hides a page that is turned away; it ends when the pages do")
  func pages() {
    let pages = CountedPages(counter: LiveCounter())
    let world = HeadlessWorld(root: pages)
    let first = pages.viewControllers![0]
    let log = EventLog(first)
    #expect(pages.userDidTurnPage(.forward))
    #expect(log.events == [.visible(true), .visible(false)])
    #expect(world.store.tree.root.children[0].children.count == 2)
    #expect(world.store.tree.root.children[0].selectedIndex == 1)
    #expect(pages.userDidTurnPage(.reverse))
    #expect(log.events == [.visible(true), .visible(false), .visible(true)])
    world.window.rootViewController = nil
    #expect(log.events.last == .dismissed)
  }

  @Test("The user goes back from an empty stack in another one", arguments: [true, false])
  func emptyNestedStack(isAnimated: Bool) async {
    let split = HeadlessSplitViewController(style: .doubleColumn)
    let (home, empty) = (stack("Primary", screen("List")), stack("Secondary"))
    split.setViewController(home, for: .primary)
    split.setViewController(empty, for: .secondary)
    let world = HeadlessWorld(root: split)
    split.collapse()
    await takeTurns()
    #expect(home.viewControllers.last === empty)
    #expect(world.window.visibleElements.map(\.kind) == [.backButton])
    world.platform.animationsAreEnabled = isAnimated
    #expect(home.userDidTapBack())
    await takeTurns()
    #expect(world.store.tree.visibleLeaf.name == "List")
    #expect(world.changes.last?.cause.kind == .user)
  }

  @Test("Distinguishes a move between containers in one operation from a departure")
  func splitCollapse() {
    let detail = screen("Detail")
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.setViewController(stack("Primary", screen("List")), for: .primary)
    split.setViewController(stack("Secondary", detail), for: .secondary)
    let world = HeadlessWorld(root: split)
    let log = EventLog(detail)
    split.collapse()
    #expect(
      world.store.tree.description == """
        window Window
          split Split
            stack Primary
              screen List
              stack Secondary
                screen Detail
        """)
    split.expand()
    #expect(!log.events.contains(.dismissed))
    #expect(world.store.tree.node(detail.lifecycle.id) != nil)
  }

  @Test("Reads the contents of an unknown parent")
  func unknownContainer() {
    let drawer = screen("Drawer")
    let world = HeadlessWorld(root: drawer)
    let inner = stack("Inner", screen("A"))
    drawer.addChild(inner)
    inner.didMove(toParent: drawer)
    inner.pushViewController(screen("B"), animated: false)
    #expect(
      world.store.tree.text(includingIDs: false) == """
        window Window
          container(View) Drawer
            stack Inner
              screen A
              screen B
        """)
    let log = EventLog(inner)
    inner.willMove(toParent: nil)
    inner.removeFromParent()
    #expect(log.events.last == .dismissed)
    #expect(world.store.tree.root.children[0].kind == .screen)
  }

  @Test("Keeps a bounded history of numbered changes, and streams them")
  func history() async {
    let home = stack("Home", screen("S0"))
    let world = HeadlessWorld(configuration: .init(historySize: 3), root: home)
    var stream = world.store.changes.makeAsyncIterator()
    for number in 1...5 { home.pushViewController(screen("S\(number)"), animated: false) }
    #expect(world.store.history.map(\.number) == [3, 4, 5])
    #expect(await stream.next()?.number == 1)
    #expect(await stream.next()?.number == 2)
    #expect("\(world.store.history[0])".hasPrefix("3. pushed"))
  }

  @Test("Inverts its history: undone, the tree is the earlier one")
  func undo() throws {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let before = world.store.tree
    home.pushViewController(screen("Detail"), animated: false)
    home.present(stack("Sheet", screen("A")), animated: false)
    home.dismiss(animated: false)
    home.setViewControllers([screen("Other")], animated: false)
    let undone = try world.store.tree.applying(world.store.history.map(\.change).inverse)
    #expect(undone == before)
  }

  @Test("Lets an observer of a change navigate afterwards")
  func navigationFromSink() async {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(endsLate: true, root: home)
    await takeTurns()
    var outcome: TransitionOutcome?
    let subscription = world.store.onChange { change in
      guard change.number == 1 else { return }
      world.context.request(.push(screen("Third")), on: home).onEnd { outcome = $0 }
      #expect(outcome == nil)
    }
    home.pushViewController(screen("Second"), animated: false)
    await takeTurns()
    await takeTurns()
    #expect(outcome == .performed)
    #expect(world.changes.map(\.number) == [1, 2])
    #expect(home.viewControllers.count == 3)
    subscription.cancel()
  }

  @Test("A returning controller keeps its identity, and ends again")
  func comesBack() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let detail = screen("Detail")
    let log = EventLog(detail)
    let id = detail.lifecycle.id
    for _ in 0..<2 {
      home.pushViewController(detail, animated: false)
      #expect(detail.isPresented)
      #expect(world.store.tree.visibleLeaf.id == id)
      home.popViewController(animated: false)
      #expect(!detail.isPresented)
    }
    #expect(log.events.filter { $0 == .dismissed }.count == 2)
  }

  @Test("Without a window, hides no screen and publishes no visibility")
  func withoutWindow() {
    let context = NavigationContext()
    let first = screen("A")
    let home = stack("Home", first)
    let store = context.store(for: home)
    let log = EventLog(first)
    home.pushViewController(screen("B"), animated: true)
    #expect(store.tree.count == 3)
    #expect(log.events.isEmpty)
    home.setViewControllers([screen("C")], animated: true)
    #expect(log.events == [.dismissed])
  }

  @Test("Ends a screen that moves to another window once; that window's scheduler takes over")
  func otherWindow() {
    let list = screen("List")
    let world = HeadlessWorld(root: list)
    let window = HeadlessWindow(platform: world.platform)
    let other = world.context.store(for: window)
    window.makeKeyAndVisible()
    let log = EventLog(list)
    world.window.rootViewController = nil
    window.rootViewController = list
    #expect(log.events.filter { $0 == .dismissed }.count == 1)
    #expect(other.tree.visibleLeaf.name == "List")
    #expect(NavigationContext.of(list) === world.context)
    #expect(world.context.scheduler(of: list) === other.scheduler)
  }

  @Test("Is the same for each call with one root; a call in another context is reported")
  func storeForRoot() {
    let world = HeadlessWorld()
    #expect(world.context.store(for: world.window) === world.store)
    let other = NavigationContext()
    var issues: [NavigationIssue] = []
    other.issues.handler = { issues.append($0) }
    #expect(other.store(for: world.window) === world.store)
    #expect(issues.map(\.code.rawValue) == ["storeOfOtherContext"])
    #expect(issues.first?.fileID?.hasSuffix("NavigationStoreTests.swift") ?? false)
  }

  @Test("Is released with its window, and the window's screens have left")
  func windowDies() {
    let list = screen("List")
    let log = EventLog(list)
    let context = NavigationContext()
    weak var store: NavigationStore?
    do {
      let window = HeadlessWindow(platform: HeadlessPlatform())
      window.rootViewController = list
      window.makeKeyAndVisible()
      store = context.store(for: window)
      #expect(list.isPresented)
    }
    #expect(store == nil)
    #expect(!list.isPresented)
    #expect(log.events.last == .dismissed)
  }
}

/// The events of some presentables, in order.
@MainActor
final class EventLog {
  private(set) var events: [PresentationEvent] = []
  private(set) var lines: [String] = []
  private var subscriptions: Set<Cancellation> = []

  init(_ presentables: HeadlessViewController...) {
    for presentable in presentables {
      let name = presentable.navigationRuntimeName
      presentable.observePresentation { [weak self] event in
        self?.events.append(event)
        switch event {
        case .visible(true): self?.lines.append("\(name) visible")
        case .visible(false): self?.lines.append("\(name) hidden")
        case .dismissed: self?.lines.append("\(name) dismissed")
        }
      }
      .store(in: &subscriptions)
    }
  }
}
