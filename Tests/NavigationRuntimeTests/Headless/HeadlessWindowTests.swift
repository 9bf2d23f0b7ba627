import NavigationRuntime
import Testing

@MainActor
struct HeadlessWindowTests {
  @Test("D33: the former root leaves without flags, with the controllers that it presented")
  func replaceRoot() {
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    root.present(stage.controller("B"), animated: true)
    _ = stage.log.take()
    stage.window.hierarchyObserver = RecordingObserver("window", stage.log)
    stage.window.rootViewController = stage.controller("C")
    #expect(
      stage.log.take() == [
        "window:began", "window:contents", "A.willDisappear", "B.willDisappear", "C.load",
        "C.willAppear", "A.didDisappear", "B.didDisappear", "C.didAppear", "window:ended",
      ])
  }

  @Test("D34: only navigation calls back; the key window is the one made key last")
  func keyWindow() {
    let stage = Stage()
    stage.show(stage.controller("A"))
    let other = HeadlessWindow(platform: stage.platform)
    other.makeKeyAndVisible()
    #expect(other.isKeyWindow && !stage.window.isKeyWindow)
    #expect(stage.log.take() == [])
  }

  @Test("A hidden window takes its controllers off the screen")
  func hide() {
    let stage = Stage()
    stage.show(stage.controller("A"))
    stage.window.isHidden = true
    stage.window.isHidden = false
    #expect(
      stage.log.take() == [
        "A.willDisappear", "A.didDisappear", "A.willAppear", "A.didAppear",
      ])
  }

  @Test("A controller takes its platform from its parent, presenter and window")
  func platform() {
    let stage = Stage()
    let inner = stage.controller("A")
    #expect(inner.platform === HeadlessPlatform.shared)
    let nav = HeadlessNavigationController(rootViewController: inner)
    stage.show(nav)
    #expect(inner.platform === stage.platform)
    let sheet = stage.controller("B")
    inner.present(sheet, animated: true)
    #expect(sheet.platform === stage.platform)
  }

  @Test("Brackets an operation at its container, and no refused one")
  func brackets() {
    let stage = Stage()
    let root = stage.controller("A")
    let nav = stage.stack(root)
    nav.hierarchyObserver = RecordingObserver("nav", stage.log)
    stage.show(nav)
    let pushed = HeadlessViewController()
    nav.pushViewController(pushed, animated: true)
    root.present(HeadlessViewController(), animated: true) { [log = stage.log] in
      log.write("completion")
    }
    nav.dismiss(animated: true)
    #expect(
      stage.log.take().filter { !$0.hasPrefix("A.") } == [
        "nav:began", "nav:contentsAtTop", "nav:ended",
      ])
    #expect(stage.codes == [.presenterNotInWindow, .nothingToDismiss])
    pushed.present(HeadlessViewController(), animated: true) { [log = stage.log] in
      log.write("completion")
    }
    #expect(
      stage.log.take() == ["nav:began", "nav:presentation", "nav:ended", "completion"])
  }

  @Test("Brackets the operations inside an operation, each at its container")
  func nestedBrackets() {
    let stage = Stage()
    let (outer, inner) = (stage.stack(stage.controller("A")), stage.stack(stage.controller("B")))
    let tabs = stage.tabs(outer, inner)
    stage.show(tabs)
    outer.hierarchyObserver = RecordingObserver("outer", stage.log)
    inner.hierarchyObserver = RecordingObserver("inner", stage.log)
    tabs.hierarchyObserver = RecordingObserver("tabs", stage.log)
    let pushed = stage.controller("C")
    pushed.onCallback = { [unowned inner, unowned tabs] callback in
      guard callback == "willAppear" else { return }
      inner.pushViewController(HeadlessViewController(), animated: true)
      tabs.present(HeadlessViewController(), animated: true)
    }
    outer.pushViewController(pushed, animated: true)
    #expect(
      stage.log.take().filter { $0.contains(":") } == [
        "outer:began", "outer:contentsAtTop",
        "inner:began", "inner:contentsAtTop", "inner:ended",
        "tabs:began", "tabs:presentation", "tabs:ended",
        "outer:ended",
      ])
    #expect(stage.codes.isEmpty)
  }

  @Test("A callback that navigates while the window is being hidden brings nothing onto the screen")
  func navigateWhileHiding() {
    let stage = Stage()
    let (root, login, other) = (stage.controller("A"), stage.controller("L"), stage.controller("T"))
    let (sheet, second) = (stage.controller("B"), stage.controller("C"))
    let tabs = stage.tabs(root, other)
    let moves: [(RecordingController, () -> Void)] = [
      (second, { second.dismiss(animated: false) }),
      (root, { stage.window.rootViewController = login }),
      (second, { tabs.selectedViewController = other }),
      (root, { second.present(login, animated: false) }),
      (sheet, { tabs.dismiss(animated: true) }),
    ]
    for (controller, move) in moves {
      tabs.selectedViewController = root
      stage.show(tabs)
      root.present(sheet, animated: false)
      sheet.present(second, animated: false)
      _ = stage.log.take()
      controller.onCallback = { [unowned controller] callback in
        guard callback.hasPrefix("willDisappear") else { return }
        controller.onCallback = nil
        move()
      }
      stage.window.isHidden = true
      let lines = stage.log.take()
      #expect(!lines.contains { $0.contains("didAppear") }, "\(lines)")
      #expect([root, login, other, sheet, second].allSatisfy { $0.view.window == nil })
      tabs.dismiss(animated: false)
      login.dismiss(animated: false)
      stage.window.rootViewController = nil
    }
  }

  @Test("A callback can show the window that is being hidden, and hide the one that is being shown")
  func reverse() {
    let stage = Stage()
    let root = stage.controller("A")
    stage.show(root)
    let window = stage.window
    root.onCallback = { [unowned window] in if $0 == "willDisappear" { window.isHidden = false } }
    window.isHidden = true
    #expect(!window.isHidden && root.view.window === window)
    #expect(stage.log.take().last == "A.didAppear")
    root.onCallback = nil
    window.isHidden = true
    root.onCallback = { [unowned window] in if $0 == "willAppear" { window.isHidden = true } }
    window.isHidden = false
    #expect(window.isHidden && root.view.window == nil)
    #expect(stage.log.take().last == "A.didDisappear")
  }
}
