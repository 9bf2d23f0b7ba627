import Foundation
import NavigationRuntime
import Testing

@MainActor
struct HeadlessTouchTests {
  private func form(_ stage: Stage) -> HeadlessViewController {
    let form = HeadlessViewController()
    form.title = "Form"
    let label = HeadlessLabel()
    label.text = "Welcome"
    let name = HeadlessTextField()
    name.placeholder = "Name"
    let toggle = HeadlessSwitch()
    toggle.accessibilityIdentifier = "News"
    let list = HeadlessListView()
    list.rows = [.init("One"), .init("Two", detail: "second")]
    list.onSelect = { [log = stage.log] in log.write("row \($0)") }
    let send = HeadlessButton(
      primaryAction: HeadlessAction(title: "Send") { [log = stage.log, weak name, weak toggle] _ in
        log.write("send \(name?.text ?? "") \(toggle?.isOn ?? false)")
      })
    for view in [label, name, toggle, list, send] { form.view.addSubview(view) }
    form.navigationItem.rightBarButtonItem = HeadlessBarButtonItem(
      primaryAction: HeadlessAction(title: "Help") { [log = stage.log] _ in log.write("help") })
    return form
  }

  @Test("Controllers inside a hidden view show nothing and receive no touches")
  func hiddenView() throws {
    let stage = Stage()
    let (outer, child) = (HeadlessViewController(), form(stage))
    let stack = stage.stack(stage.controller("A"), form(stage))
    let area = HeadlessView()
    outer.view.addSubview(area)
    for controller in [child, stack] {
      outer.addChild(controller)
      area.addSubview(controller.view)
      controller.didMove(toParent: outer)
    }
    stage.show(outer)
    #expect(stage.window.visibleText.contains("Send"))

    area.isHidden = true
    #expect(stage.window.visibleText == "")
    #expect(throws: HeadlessTouchError.self) { try stage.window.userDidTap("Send") }
    #expect(!stack.userDidTapBack() && stack.viewControllers.count == 2)
    #expect(stack.userDidBeginEdgeSwipe() == nil)

    area.isHidden = false
    outer.view.isHidden = true
    #expect(stage.window.visibleText == "" && !stack.userDidTapBack())
    outer.view.isHidden = false
    #expect(stack.userDidTapBack() && stack.viewControllers.count == 1)
  }

  @Test("A tab without a title of its own has that of its controller, or of its stack's root")
  func tabTitles() {
    let stage = Stage()
    let named = stage.stack(stage.controller("B"))
    named.title = "Second"
    let own = stage.stack(stage.controller("C"))
    own.tabBarItem.title = "Third"
    let first = stage.stack(stage.controller("A"), stage.controller("Pushed"))
    let tabs = stage.tabs(first, named, own)
    #expect(tabs.viewControllers?.map(\.tabBarItem.title) == ["A", "Second", "Third"])
  }

  @Test("The bounds of a view have the size of its frame, and setting them keeps the center")
  func bounds() {
    let view = HeadlessView(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
    let fills: HeadlessView.AutoresizingMask = [.flexibleWidth, .flexibleHeight]
    #expect(view.autoresizingMask == [])
    view.autoresizingMask = fills
    #expect(view.autoresizingMask.rawValue == 18)
    #expect(view.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
    view.frame.size.width = 80
    view.bounds.origin.y = 7
    #expect(view.bounds == CGRect(x: 0, y: 7, width: 80, height: 50))
    view.bounds.size = CGSize(width: 60, height: 60)
    #expect(view.frame == CGRect(x: 20, y: 15, width: 60, height: 60))
  }

  @Test("A field emits the text that the user types, and not the one that code assigns")
  func onTextChange() throws {
    let stage = Stage()
    let field = HeadlessTextField()
    field.placeholder = "Name"
    let controller = stage.controller("Form")
    controller.view.addSubview(field)
    stage.show(controller)
    var texts: [String] = []
    let subscription = field.onTextChange.receive { texts.append($0) }
    field.text = "by code"
    try stage.window.userDidType("Ada", into: "by code")
    #expect(texts == ["Ada"])
    subscription.cancel()
    try stage.window.userDidType("Eve", into: "Ada")
    #expect(texts == ["Ada"])
  }

  @Test("A user reads the screen from the top and uses its elements")
  func use() throws {
    let stage = Stage()
    let nav = stage.stack(stage.controller("Home"), form(stage))
    let tabs = stage.tabs(nav, stage.controller("More"))
    nav.tabBarItem.title = "Main"
    stage.show(tabs)
    #expect(
      stage.window.visibleText == """
        < Home
        # Form
        [Help]
        Welcome
        Name|Name|
        ( ) News
        - One
        - Two
        [Send]
        *Main*
        _More_
        """)
    try stage.window.userDidType("Ada", into: "Name")
    try stage.window.userDidSwitch("News")
    try stage.window.userDidTap("Send")
    try stage.window.userDidTap("Help")
    try stage.window.userDidSelectRow("Two")
    #expect(stage.log.take() == ["send Ada true", "help", "row 1"])
    try stage.window.userDidTap("Home")
    #expect(nav.viewControllers.count == 1)
    try stage.window.userDidTap("More")
    #expect(tabs.selectedIndex == 1)
  }

  @Test("A modal over the context of a tab leaves the tab bar usable, unless one covers the window")
  func contextOfTab() throws {
    let stage = Stage()
    let nav = stage.stack(stage.controller("A"))
    let tabs = stage.tabs(nav, stage.controller("Z"))
    stage.show(tabs)
    let modal = form(stage)
    modal.modalPresentationStyle = .overCurrentContext
    nav.present(modal, animated: false)
    let text = """
      Welcome
      Name|Name|
      ( ) News
      - One
      - Two
      [Send]
      *A*
      _Z_
      """
    #expect(modal.presentingViewController === nav)
    #expect(stage.window.visibleText == text)

    modal.present(stage.stack(stage.controller("Sheet")), animated: false)
    #expect(stage.window.visibleText == "# Sheet")
    #expect(!tabs.userDidTapTab(at: 1))
    modal.dismiss(animated: false)
    #expect(stage.window.visibleText == text)
    try stage.window.userDidTap("Send")
    try stage.window.userDidTap("Z")
    #expect(tabs.selectedIndex == 1)
    #expect(stage.window.visibleText == "_A_\n*Z*")
  }

  @Test("A modal over the context of a child leaves what is around the child usable")
  func contextOfChild() throws {
    let stage = Stage()
    let outer = stage.controller("Outer")
    let (child, other) = (stage.controller("Child"), stage.stack(stage.controller("Other")))
    let label = HeadlessLabel()
    label.text = "Around"
    outer.view.addSubview(label)
    for controller in [child, other] {
      outer.addChild(controller)
      outer.view.addSubview(controller.view)
      controller.didMove(toParent: outer)
    }
    child.definesPresentationContext = true
    let nav = stage.stack(stage.controller("Root"), outer)
    stage.show(nav)
    for style in [HeadlessModalPresentationStyle.overCurrentContext, .currentContext] {
      let modal = stage.stack(stage.controller("Modal"))
      modal.modalPresentationStyle = style
      child.present(modal, animated: false)
      #expect(modal.presentingViewController === child)
      #expect(stage.window.visibleText == "< Root\n# Outer\nAround\n# Modal\n# Other")
      child.dismiss(animated: false)
    }
    try stage.window.userDidTap("Root")
    #expect(nav.viewControllers.count == 1)
  }

  @Test("Elements can be used by index, and an unusable index is refused")
  func useByIndex() throws {
    let stage = Stage()
    stage.show(stage.stack(form(stage)))
    let kinds: [HeadlessElement.Kind] = [
      .title, .barButton, .label, .textField, .toggle, .row, .row, .button,
    ]
    #expect(stage.window.visibleElements.map(\.kind) == kinds)
    #expect(stage.window.visibleElements[3].isPlaceholder)
    #expect(!stage.window.visibleElements[3].isSecure)
    #expect(stage.window.visibleElements[6].detail == "second")
    try stage.window.userDidType("Ada", intoElementAt: 3)
    try stage.window.userDidSwitch(elementAt: 4)
    try stage.window.userDidTap(elementAt: 6)
    try stage.window.userDidTap(elementAt: 7)
    #expect(stage.log.take() == ["row 1", "send Ada true"])
    #expect(!stage.window.visibleElements[3].isPlaceholder)
    let errors = try [
      #require(throws: HeadlessTouchError.self) { try stage.window.userDidTap(elementAt: 8) },
      #require(throws: HeadlessTouchError.self) { try stage.window.userDidTap(elementAt: -1) },
      #require(throws: HeadlessTouchError.self) { try stage.window.userDidTap(elementAt: 2) },
      #require(throws: HeadlessTouchError.self) {
        try stage.window.userDidType("", intoElementAt: 4)
      },
      #require(throws: HeadlessTouchError.self) { try stage.window.userDidSwitch(elementAt: 3) },
    ]
    #expect(errors.map(\.code) == [.notFound, .notFound, .notUsable, .notUsable, .notUsable])
    #expect(stage.log.take() == [])
  }

  @Test("Refuses a touch on an unusable element, with the reason and the usable ones")
  func refused() throws {
    let stage = Stage(.manual)
    let root = form(stage)
    stage.show(root)
    let missing = #expect(throws: HeadlessTouchError.self) {
      try stage.window.userDidTap("Nothing")
    }
    #expect(missing?.code == .notFound)
    #expect(missing?.candidates == ["One", "Two", "Send"])

    (root.view.subviews.last as? HeadlessButton)?.isEnabled = false
    let disabled = #expect(throws: HeadlessTouchError.self) {
      try stage.window.userDidTap("Send")
    }
    #expect(disabled?.code == .notUsable)

    root.view.subviews.last?.isHidden = true
    #expect(throws: HeadlessTouchError.self) { try stage.window.userDidTap("Send") }

    let alert = HeadlessAlertController(title: "Sure?", message: "Yes", preferredStyle: .alert)
    alert.addAction(HeadlessAlertAction(title: "OK", style: .default))
    alert.addTextField { $0.placeholder = "Code" }
    root.present(alert, animated: true)
    let early = #expect(throws: HeadlessTouchError.self) { try stage.window.userDidTap("OK") }
    #expect(early?.code == .transitionRunning)
    #expect(early?.text.contains("Possible now") == false)
    stage.settle()
    #expect(stage.window.visibleText == "# Sure?\nYes\nCode|Code|\n[OK]")
    #expect(throws: HeadlessTouchError.self) { try stage.window.userDidTap("One") }
    try stage.window.userDidType("1234", into: "Code")
    try stage.window.userDidTap("OK")
    stage.settle()
    #expect(alert.textFields?.first?.text == "1234")
    #expect(root.presentedViewController == nil)
  }

  @Test("Says what is missing in a window that shows nothing")
  func emptyWindow() {
    let window = HeadlessWindow(platform: HeadlessPlatform())
    let hidden = #expect(throws: HeadlessTouchError.self) { try window.userDidTap("Send") }
    #expect(
      hidden?.text
        == "Tapping \"Send\" failed: the window is hidden; call `makeKeyAndVisible()` first.")
    window.makeKeyAndVisible()
    let empty = #expect(throws: HeadlessTouchError.self) { try window.userDidTap(elementAt: 0) }
    #expect(
      empty?.text
        == "Tapping element 0 failed: the window has no controller; set its `rootViewController` "
        + "first.")
  }

  @Test("A bar button without an action is as unusable as a row without a selection")
  func withoutAction() throws {
    let stage = Stage()
    let root = HeadlessViewController()
    let list = HeadlessListView()
    list.rows = [.init("One")]
    root.view.addSubview(list)
    let item = HeadlessBarButtonItem(title: "Help")
    root.navigationItem.rightBarButtonItem = item
    stage.show(stage.stack(root))
    for name in ["Help", "One"] {
      let error = #expect(throws: HeadlessTouchError.self) { try stage.window.userDidTap(name) }
      #expect(error?.code == .notUsable)
    }
    item.primaryAction = HeadlessAction { [log = stage.log] _ in log.write("help") }
    list.onSelect = { [log = stage.log] in log.write("row \($0)") }
    for name in ["Help", "One"] { try stage.window.userDidTap(name) }
    #expect(stage.log.take() == ["help", "row 0"])
  }

  @Test("The user cannot tap a disabled tab, which code can select")
  func disabledTab() throws {
    let stage = Stage()
    let (a, b) = (stage.controller("A"), stage.controller("B"))
    let tabs = stage.tabs(a, b)
    let delegate = TapRecorder()
    tabs.delegate = delegate
    b.tabBarItem.isEnabled = false
    stage.show(tabs)
    #expect(!tabs.userDidTapTab(at: 1))
    let error = #expect(throws: HeadlessTouchError.self) { try stage.window.userDidTap("B") }
    #expect(error?.code == .notUsable)
    #expect(tabs.selectedIndex == 0)
    #expect(delegate.questions == 0)
    tabs.selectedIndex = 1
    #expect(tabs.selectedIndex == 1)
    tabs.selectedIndex = 0
    b.tabBarItem.isEnabled = true
    #expect(tabs.userDidTapTab(at: 1))
    #expect(tabs.selectedIndex == 1)
    #expect(delegate.questions == 1)
  }

  @Test("Names the element at an unusable index, and the alternatives")
  func refusedAtIndex() throws {
    let stage = Stage()
    let root = form(stage)
    stage.show(root)
    let elements = stage.window.visibleElements
    let button = try #require(elements.firstIndex { $0.text == "Send" })
    let untypable = #expect(throws: HeadlessTouchError.self) {
      try stage.window.userDidType("x", intoElementAt: button)
    }
    #expect(untypable?.code == .notUsable)
    #expect(untypable?.text.hasPrefix("Typing \"Send\" failed") == true)
    let missing = #expect(throws: HeadlessTouchError.self) {
      try stage.window.userDidTap(elementAt: elements.count)
    }
    #expect(missing?.candidates == ["One", "Two", "Send"])
  }

  @Test("Shows the screen that a finger swipes away until the gesture ends")
  func swiping() throws {
    let stage = Stage()
    let first = HeadlessViewController()
    first.title = "First"
    let second = form(stage)
    second.title = "Second"
    let nav = stage.stack(first)
    stage.show(nav)
    nav.pushViewController(second, animated: false)
    let before = stage.window.visibleText
    #expect(before.hasPrefix("< First\n# Second"))
    let swipe = try #require(nav.userDidBeginEdgeSwipe())
    #expect(stage.window.visibleText == before)
    swipe.cancel()
    #expect(stage.window.visibleText == before)
    try #require(nav.userDidBeginEdgeSwipe()).finish()
    #expect(stage.window.visibleText == "# First")
  }

  @Test("Distinguishes two elements of one name by their identifiers")
  func ambiguous() throws {
    let stage = Stage()
    let root = HeadlessViewController()
    for identifier in ["first", "second"] {
      let button = HeadlessButton(
        primaryAction: HeadlessAction(title: "Go") { [log = stage.log] _ in log.write(identifier) })
      button.accessibilityIdentifier = identifier
      root.view.addSubview(button)
    }
    stage.show(root)
    let error = #expect(throws: HeadlessTouchError.self) { try stage.window.userDidTap("Go") }
    #expect(error?.code == .ambiguous)
    try stage.window.userDidTap("second")
    #expect(stage.log.take() == ["second"])
  }
}

/// Counts the taps that a tab bar controller asks about.
@MainActor
private final class TapRecorder: HeadlessTabBarControllerDelegate {
  private(set) var questions = 0

  func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    shouldSelect viewController: HeadlessViewController
  ) -> Bool {
    questions += 1
    return true
  }
}
