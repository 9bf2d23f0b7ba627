import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Screens that are in the tree and not on the screen")
struct HiddenScreenTests {
  @Test("A hidden window is hidden with all its contents, and not visible before it is shown")
  func hiddenWindow() {
    let world = HeadlessWorld(root: stack("Home", screen("List")))
    let window = HeadlessWindow(platform: world.platform)
    let home = stack("Other home", screen("Detail"))
    let log = EventLog(home, home.viewControllers[0])
    window.rootViewController = home
    let store = world.context.store(for: window)
    store.runLoopDidTurn()
    #expect(log.lines.isEmpty)
    #expect(store.tree.count == 3)
    window.makeKeyAndVisible()
    store.runLoopDidTurn()
    #expect(log.lines.suffix(2) == ["Other home visible", "Detail visible"])
    var isWindowVisible: [PresentationEvent] = []
    let subscription = window.observePresentation { isWindowVisible.append($0) }
    window.isHidden = true
    store.runLoopDidTurn()
    #expect(log.lines.suffix(2).sorted() == ["Detail hidden", "Other home hidden"])
    #expect(isWindowVisible == [.visible(true), .visible(false)])
    #expect(store.tree.count == 3)
    withExtendedLifetime(subscription) {}
  }

  @Test("A visible screen that moves to a window that has not been shown is hidden")
  func moveToHiddenWindow() {
    let list = screen("List")
    let world = HeadlessWorld(root: list)
    let window = HeadlessWindow(platform: world.platform)
    let store = world.context.store(for: window)
    let log = EventLog(list)
    world.store.scheduler.schedule("move") { _ in
      world.window.rootViewController = nil
      window.rootViewController = list
      return .started
    }
    #expect(store.tree.count == 2)
    #expect(log.lines == ["List visible", "List hidden"])
  }

  @Test("A screen that arrives in a hidden window is hidden")
  func arrivalInHiddenWindow() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    world.window.isHidden = true
    world.store.runLoopDidTurn()
    let detail = screen("Detail")
    let log = EventLog(detail)
    world.context.request(.push(detail), on: home)
    #expect(log.lines == ["Detail hidden"])
    world.window.isHidden = false
    world.store.runLoopDidTurn()
    #expect(log.lines == ["Detail hidden", "Detail visible"])
  }

  @Test("A scene in the background hides its windows, and no others")
  func background() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let scene = HeadlessWindowScene()
    world.window.windowScene = scene
    let other = HeadlessWindow(platform: world.platform)
    let elsewhere = screen("Elsewhere")
    other.rootViewController = elsewhere
    other.makeKeyAndVisible()
    let store = world.context.store(for: other)
    let log = EventLog(home, elsewhere)
    scene.becomeInactive()
    turn()
    #expect(log.lines == ["Home visible", "Elsewhere visible"])
    scene.enterBackground()
    turn()
    #expect(log.lines.suffix(1) == ["Home hidden"])
    scene.disconnect()
    turn()
    #expect(log.lines.suffix(1) == ["Home hidden"])
    scene.enterForeground()
    turn()
    #expect(log.lines.suffix(1) == ["Home visible"])
    #expect(log.lines.count == 4)
    #expect(world.changes.isEmpty)

    func turn() {
      world.store.runLoopDidTurn()
      store.runLoopDidTurn()
    }
  }

  @Test("A child whose view is not in its parent's view is hidden")
  func childWithoutView() {
    let (shown, hidden) = (screen("Shown"), screen("Hidden"))
    let drawer = screen("Drawer")
    let world = HeadlessWorld(root: drawer)
    let log = EventLog(shown, hidden)
    embed(shown, in: drawer)
    drawer.addChild(hidden)
    hidden.didMove(toParent: drawer)
    world.store.runLoopDidTurn()
    #expect(log.lines.last { $0.hasPrefix("Shown") } == "Shown visible")
    #expect(log.lines.last { $0.hasPrefix("Hidden") } == "Hidden hidden")
    drawer.view.addSubview(hidden.view)
    world.store.runLoopDidTurn()
    #expect(log.lines.suffix(1) == ["Hidden visible"])
    hidden.view.removeFromSuperview()
    world.store.runLoopDidTurn()
    #expect(log.lines.suffix(1) == ["Hidden hidden"])
    #expect(world.store.tree.count == 4)
  }

  @Test("A child whose view, or a view around it, is hidden is hidden with all its contents")
  func hiddenView() {
    let inner = stack("Inner", screen("Detail"))
    let drawer = screen("Drawer")
    let world = HeadlessWorld(root: drawer)
    let frame = HeadlessView()
    drawer.view.addSubview(frame)
    drawer.addChild(inner)
    frame.addSubview(inner.view)
    inner.didMove(toParent: drawer)
    world.store.runLoopDidTurn()
    let log = EventLog(drawer, inner, inner.viewControllers[0])
    for view in [frame, inner.view] {
      view.isHidden = true
      world.store.runLoopDidTurn()
      #expect(log.lines.suffix(2).sorted() == ["Detail hidden", "Inner hidden"])
      view.isHidden = false
      world.store.runLoopDidTurn()
      #expect(log.lines.suffix(2).sorted() == ["Detail visible", "Inner visible"])
    }
    #expect(log.lines.count == 11)
  }

  @Test(
    "A sheet or popover that its delegate adapts to the full screen hides its presenter",
    arguments: [HeadlessModalPresentationStyle.formSheet, .popover])
  func adaptedPresentation(_ style: HeadlessModalPresentationStyle) {
    final class Delegate: HeadlessAdaptivePresentationControllerDelegate {
      var style = HeadlessModalPresentationStyle.none
      func adaptivePresentationStyle(
        for controller: HeadlessPresentationController
      ) -> HeadlessModalPresentationStyle { style }
    }
    let delegate = Delegate()
    let home = screen("Home")
    let world = HeadlessWorld(root: home)
    let log = EventLog(home)
    for adapted in [HeadlessModalPresentationStyle.none, .overFullScreen, .fullScreen] {
      let modal = screen("Modal")
      modal.modalPresentationStyle = style
      modal.presentationController?.delegate = delegate
      delegate.style = adapted
      home.present(modal, animated: false)
      world.store.runLoopDidTurn()
      #expect(log.lines.last == (adapted == .fullScreen ? "Home hidden" : "Home visible"))
      home.dismiss(animated: false)
      world.store.runLoopDidTurn()
      #expect(log.lines.last == "Home visible")
    }
    #expect(log.lines.count == 3)
  }

  @Test("A covering modal in the context of a child stays visible without the child's view")
  func contextOfChild() {
    let child = screen("Child")
    child.definesPresentationContext = true
    let drawer = screen("Drawer")
    let world = HeadlessWorld(root: drawer)
    embed(child, in: drawer)
    let modal = screen("Modal")
    modal.modalPresentationStyle = .currentContext
    child.present(modal, animated: false)
    child.view.removeFromSuperview()
    world.store.runLoopDidTurn()
    let log = EventLog(drawer, child, modal)
    #expect(log.lines == ["Drawer visible", "Child hidden", "Modal visible"])
  }

  @Test("Of three columns, those that the display mode leaves out are hidden")
  func columns() {
    let names: [HeadlessSplitViewController.Column] = [.primary, .supplementary, .secondary]
    let columns = names.map { stack("\($0)", screen("In \($0)")) }
    let split = HeadlessSplitViewController(style: .tripleColumn)
    for (name, column) in zip(names, columns) { split.setViewController(column, for: name) }
    let world = HeadlessWorld(root: split)
    let log = EventLog(columns[0], columns[1], columns[2])
    let before = log.lines.count
    split.hide(.primary)
    world.store.runLoopDidTurn()
    #expect(log.lines.dropFirst(before) == ["primary hidden"])
    split.hide(.supplementary)
    world.store.runLoopDidTurn()
    #expect(log.lines.dropFirst(before + 1) == ["supplementary hidden"])
    split.show(.primary)
    split.show(.supplementary)
    world.store.runLoopDidTurn()
    #expect(
      log.lines.suffix(2).sorted() == ["primary visible", "supplementary visible"])
  }

  @Test("A column whose controller UIKit has wrapped in a navigation controller is hidden with it")
  func wrappedColumn() {
    let wrapper = stack("Wrapper", screen("Sidebar"))
    let split = WrappingSplit(style: .doubleColumn)
    split.setViewController(wrapper, for: .primary)
    split.setViewController(stack("Secondary", screen("Detail")), for: .secondary)
    let world = HeadlessWorld(root: split)
    let log = EventLog(wrapper)
    split.hide(.primary)
    world.store.runLoopDidTurn()
    #expect(log.lines == ["Wrapper visible", "Wrapper hidden"])
    // UIKit may leave the view where it is.
    split.view.addSubview(wrapper.view)
    world.store.runLoopDidTurn()
    #expect(log.lines.count == 2)
  }

  @Test(
    "Of the columns of a split without a style, the first is hidden if the second is shown alone")
  func columnsWithoutStyle() {
    let (first, second) = (stack("First", screen("List")), stack("Second", screen("Detail")))
    let split = HeadlessSplitViewController(nibName: nil, bundle: nil)
    split.viewControllers = [first, second]
    let world = HeadlessWorld(root: split)
    let log = EventLog(first, second)
    split.hide(.primary)
    world.store.runLoopDidTurn()
    #expect(log.lines == ["First visible", "Second visible", "First hidden"])
    split.show(.primary)
    world.store.runLoopDidTurn()
    #expect(log.lines.suffix(1) == ["First visible"])
  }

  @Test("The innermost visible screen of a window is not in a hidden child")
  func visibleLeaf() {
    let (content, menu) = (screen("Content"), screen("Menu"))
    let drawer = screen("Drawer")
    let world = HeadlessWorld(root: drawer)
    embed(content, in: drawer)
    embed(menu, in: drawer)
    menu.view.isHidden = true
    world.store.runLoopDidTurn()
    #expect(drawer.lifecycle.visibleLeaf === content.lifecycle)
    menu.view.isHidden = false
    world.store.runLoopDidTurn()
    #expect(drawer.lifecycle.visibleLeaf === menu.lifecycle)
  }

  private func embed(_ child: HeadlessViewController, in parent: HeadlessViewController) {
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
  }
}

/// A split that returns the wrapped controllers of its columns, as UIKit's does.
private final class WrappingSplit: HeadlessSplitViewController {
  override func viewController(for column: Column) -> HeadlessViewController? {
    let contents = super.viewController(for: column)
    return (contents as? HeadlessNavigationController)?.viewControllers.first ?? contents
  }
}
