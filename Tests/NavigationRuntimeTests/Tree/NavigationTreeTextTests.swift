import NavigationRuntime
import Testing

@Suite struct NavigationTreeTextTests {
  let tree: NavigationTree

  init() throws {
    tree = try NavigationTree(
      .window(
        1, "App",
        .tabs(
          2, "Main",
          [
            .stack(3, "Dashboard", [.screen(4, "Home")]),
            .stack(5, "Settings", [.screen(6, "Settings")]),
          ]
        )
        .presenting(.screen(7, "Alert"))
      )
    )
  }

  @Test func theTextShowsOneNodeALineWithSelectionAndModals() {
    #expect(
      tree.description == """
        window App
          tabs Main
            stack Dashboard (selected)
              screen Home
            stack Settings
              screen Settings
            modal screen Alert
        """
    )
  }

  @Test func theTextShowsIdentifiersOnRequest() {
    #expect(
      tree.text(includingIDs: true) == """
        window App #1
          tabs Main #2
            stack Dashboard #3 (selected)
              screen Home #4
            stack Settings #5
              screen Settings #6
            modal screen Alert #7
        """
    )
  }

  @Test func modalsOverModalsStandBelowThem() {
    let node = Node.screen(1, "Home")
      .presenting(.stack(2, "Login", [.screen(3, "Form")]).presenting(.screen(4, "Help")))
    #expect(
      node.text(includingIDs: false) == """
        screen Home
          modal stack Login
            screen Form
            modal screen Help
        """
    )
  }

  @Test func everyKindHasAWordAndAnUnknownContainerItsKind() {
    let node = Node.split(
      1, "Columns",
      [
        .pages(2, "Tour", [.screen(3, "One"), .screen(4, "Two")], selected: 1),
        .container(5, "Side", kind: "Drawer", [.screen(6, "Menu")]),
      ]
    )
    #expect(
      node.text(includingIDs: false) == """
        split Columns
          pages Tour
            screen One
            screen Two (selected)
          container(Drawer) Side
            screen Menu
        """
    )
  }

  @Test func aNameOfSeveralLinesStaysOnItsLine() {
    let node = Node.screen(1, "Two\nlines")
    #expect(node.text(includingIDs: false) == "screen Two\\nlines")
  }

  @Test(
    arguments: [
      .screen, .stack, .tabs, .split, .pages, .window, .container("Drawer"), .container(""),
      .container("a) (b"), .container("\u{301}x"), .container("x\u{301}"), .container(")"),
    ] as [Kind]
  )
  func aKindIsReadBackFromItsText(kind: Kind) {
    #expect(Kind(kind.description) == kind)
  }

  @Test(arguments: ["", "Stack", "container", "container(", "drawer", "screen "])
  func anUnknownKindIsNotRead(text: String) {
    #expect(Kind(text) == nil)
  }
}
