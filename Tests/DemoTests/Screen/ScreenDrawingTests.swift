import DemoKit
import NavigationRuntime
import Testing

@MainActor
struct ScreenDrawingTests {
  /// Navigates the app to each of its screens in turn.
  private func forEachScreen(_ body: (SampleWorld) -> Void) async throws {
    let world = SampleWorld()
    body(world)
    let ways = [
      "tap Forgotten?", "press Cancel\n" + SampleWorld.logIn, "choose Tromsø\ntap Next",
      "tab Settings", "tap About",
    ]
    for way in ways {
      #expect(try await world.play(way).failure?.description == nil)
      body(world)
    }
  }

  @Test("Draws every screen in every size inside its rectangle")
  func everySize() async throws {
    try await forEachScreen { world in
      let content = ScreenContent(world.app.window)
      for width in [-1, 0, 19, 20, 21, 24, 33, 40] {
        for height in -1...13 {
          let screen = ScreenDrawing.canvas(of: content, width: width, height: height, focus: 0)
          #expect(screen.lines.count == max(0, height))
          #expect(screen.lines.allSatisfy { DisplayWidth.of($0) <= max(0, width) })
        }
      }
      for width in [0, 29, 30, 63, 64, 80, 130] {
        for height in [0, 11, 12, 13, 14, 24, 40] {
          let page = PageDrawing(PageContent(world.app), width: width, height: height)
          #expect(page.canvas.lines.allSatisfy { DisplayWidth.of($0) <= width })
        }
      }
    }
  }

  @Test("A window that is too small says first how large it must be, in as many rows as it takes")
  func tooSmall() {
    func lines(_ width: Int, _ height: Int) -> [String] {
      let page = PageDrawing(PageContent(SampleWorld().app), width: width, height: height)
      return page.canvas.lines.filter { !$0.isEmpty }
    }
    #expect(lines(20, 5) == ["30×12 at least: make", "the window larger."])
    #expect(lines(30, 5) == ["30×12 at least: make the", "window larger."])
    #expect(lines(29, 1) == ["30×12 at least: make the"])
    #expect(lines(8, 2) == ["30×12 at", "least:"])
    #expect(lines(80, 11) == ["30×12 at least: make the window larger."])
  }

  @Test("The row of keys ends with how to quit in every window")
  func keys() {
    let world = SampleWorld()
    func keys(_ width: Int, focus: Int? = nil, finger: String? = nil) -> String? {
      var content = PageContent(world.app)
      content.focus = focus
      content.finger = finger
      return PageDrawing(content, width: width, height: 12).canvas.lines.last
    }
    let field = world.app.window.visibleElements.firstIndex { $0.kind == .textField }
    for width in 30...80 {
      #expect(keys(width)?.hasSuffix("  q quit") == true)
      #expect(keys(width, focus: field)?.hasSuffix("  Ctrl-C quit") == true)
    }
    #expect(keys(30) == "↑↓ choose  Enter use  q quit")
    #expect(keys(80) == "↑↓ choose  Enter use  Esc back  : command  ? help  q quit")
    #expect(keys(30, finger: "swipe back") == "Enter finishes  q quit")
  }

  @Test("Fits nested bars, long titles, many buttons and many rows")
  func crowded() {
    let list = HeadlessListView()
    list.rows = (1...20).map { .init("열 \($0)", detail: "row number \($0)") }
    let screen = HeadlessViewController()
    screen.title = "아주 긴 제목 a title that is too long"
    screen.view.addSubview(list)
    let help = HeadlessBarButtonItem(title: "Help")
    let edit = HeadlessBarButtonItem(title: "Edit")
    edit.isEnabled = false
    screen.navigationItem.rightBarButtonItems = [help, edit]
    let first = HeadlessViewController()
    first.title = "The first of all screens"
    let stack = HeadlessNavigationController(rootViewController: first)
    stack.pushViewController(screen, animated: false)
    let tabs = HeadlessTabBarController()
    stack.tabBarItem.title = "A tab with a long name"
    tabs.viewControllers =
      [stack]
      + ["둘", "Three"].map { title in
        let tab = HeadlessViewController()
        tab.title = title
        return tab
      }
    let window = HeadlessWindow(platform: HeadlessPlatform())
    window.rootViewController = tabs
    window.makeKeyAndVisible()
    let content = ScreenContent(window)
    // The tenth row.
    let focus = content.elements.firstIndex { $0.text == "열 10" }
    let lines = ScreenDrawing.canvas(of: content, width: 40, height: 12, focus: focus).lines
    #expect(lines.joined(separator: "\n") == Self.crowdedScreen)
  }

  private static let crowdedScreen = """
    ┌──────────────────────────────────────┐
    │ ‹ The first of …  아주 … (Edit) Help │
    ├──────────────────────────────────────┤
    │ › 열 7                  row number 7↑│
    │ › 열 8                  row number 8 │
    │ › 열 9                  row number 9 │
    │▸› 열 10                row number 10 │
    │ › 열 11                row number 11 │
    │ › 열 12                row number 12↓│
    ├──────────────────────────────────────┤
    │ [A tab w…]      둘         Three     │
    └──────────────────────────────────────┘
    """
}
