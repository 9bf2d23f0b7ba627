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
}
