import NavigationRuntime
import Testing

@MainActor
@Suite("Stacks of a collapsed headless split")
struct HeadlessCollapseTests {
  private let stage = Stage()
  private let list: HeadlessNavigationController
  private let middle: HeadlessNavigationController
  private let detail: HeadlessNavigationController

  init() {
    list = stage.stack(stage.controller("A"))
    middle = stage.stack(stage.controller("M"))
    middle.title = "Middle"
    detail = stage.stack(stage.controller("B"), stage.controller("C"))
    detail.title = "Detail"
  }

  private func collapsed(_ style: HeadlessSplitViewController.Style) -> HeadlessSplitViewController
  {
    let split = HeadlessSplitViewController(style: style)
    split.setViewController(list, for: .primary)
    split.setViewController(detail, for: .secondary)
    if style == .tripleColumn { split.setViewController(middle, for: .supplementary) }
    stage.show(split)
    split.collapse()
    return split
  }

  @Test("The back button pops the nested stack's screens first, and then the nested stack")
  func back() {
    let split = collapsed(.doubleColumn)
    #expect(stage.window.visibleElements.map(\.text) == ["B", "C"])
    #expect(list.userDidTapBack())
    #expect(detail.viewControllers.titles == ["B"] && detail.parent === list)
    #expect(stage.window.visibleElements.map(\.text) == ["A", "B"])
    _ = stage.log.take()
    #expect(list.userDidTapBack())
    #expect(list.viewControllers.titles == ["A"] && detail.parent == nil)
    #expect(stage.window.visibleElements.map(\.text) == ["A"])
    // The screen leaves with the stack around it, not that stack.
    #expect(
      stage.log.take() == ["B.willDisappear", "A.willAppear", "B.didDisappear", "A.didAppear"])
    #expect(!list.userDidTapBack() && !detail.userDidTapBack())

    split.expand()
    #expect(split.viewControllers.count == 2 && detail.viewControllers.titles == ["B"])
    #expect(stage.codes == [])
  }

  @Test("A nested stack has the back button and the swipe of the stack around it")
  func backOfNested() throws {
    let split = collapsed(.doubleColumn)
    #expect(detail.userDidTapBack())
    try #require(detail.userDidBeginEdgeSwipe()).cancel()
    #expect(list.viewControllers.count == 2 && detail.parent === list)
    #expect(detail.topViewController?.view.window === stage.window)
    let swipe = try #require(detail.userDidBeginEdgeSwipe())
    #expect(stage.window.visibleElements.map(\.text) == ["A", "B"])
    #expect(swipe.finish())
    #expect(list.viewControllers.titles == ["A"] && detail.parent == nil)
    withExtendedLifetime(split) {}
  }

  @Test("A swipe in a nested stack shows the leaving screen's bar until it ends")
  func swipe() throws {
    let split = collapsed(.doubleColumn)
    let swipe = try #require(list.userDidBeginEdgeSwipe())
    #expect(stage.window.visibleElements.map(\.text) == ["B", "C"])
    #expect(swipe.finish())
    #expect(detail.viewControllers.titles == ["B"] && list.viewControllers.count == 2)
    withExtendedLifetime(split) {}
  }

  @Test("A hidden bar, of either stack, and a hidden button leave no way back")
  func hiddenBar() {
    let split = collapsed(.doubleColumn)
    for stack in [list, detail] {
      stack.setNavigationBarHidden(true, animated: true)
      #expect(!list.userDidTapBack() && stage.window.visibleElements.isEmpty)
      stack.setNavigationBarHidden(false, animated: false)
    }
    detail.topViewController?.navigationItem.hidesBackButton = true
    #expect(!list.userDidTapBack() && list.userDidBeginEdgeSwipe() == nil)
    withExtendedLifetime(split) {}
  }

  @Test("Code pops the stack that it calls, and a nested stack keeps its root")
  func popByCode() {
    let split = collapsed(.doubleColumn)
    detail.popViewController(animated: false)
    #expect(detail.popViewController(animated: false) == nil)
    #expect(stage.codes == [.nothingToPop] && detail.viewControllers.titles == ["B"])
    #expect(list.popViewController(animated: false) === detail)
    #expect(detail.viewControllers.titles == ["B"])
    split.show(.secondary)
    #expect(list.viewControllers.last === detail)
  }

  @Test("A push lands on the stack of the screen that pushes, in both widths")
  func push() throws {
    let split = collapsed(.doubleColumn)
    let screen = try #require(detail.topViewController)
    #expect(screen.navigationController === detail && detail.navigationController === list)
    screen.show(stage.controller("D"), sender: nil)
    #expect(detail.viewControllers.titles == ["B", "C", "D"] && list.viewControllers.count == 2)
    split.expand()
    #expect(detail.viewControllers.titles == ["B", "C", "D"] && detail.parent === split)
  }

  @Test("Each of three columns keeps its stack, and returns with what was pushed over it")
  func threeColumns() {
    let split = collapsed(.tripleColumn)
    let columns = [list, middle, detail].map { ObjectIdentifier($0) }
    #expect(list.viewControllers.titles == ["A", "Middle", "Detail"])
    #expect(split.viewControllers.count == 1 && stage.codes == [])
    list.pushViewController(stage.controller("D"), animated: false)
    split.expand()
    #expect(split.viewControllers.map { ObjectIdentifier($0) } == columns)
    #expect(list.viewControllers.titles == ["A"] && middle.viewControllers.titles == ["M"])
    #expect(detail.viewControllers.titles == ["B", "C", "D"])

    split.collapse()
    for title in ["C", "B", "M", "A"] {
      #expect(list.userDidTapBack())
      #expect(stage.window.visibleElements.last?.text == title)
    }
    #expect(!list.userDidTapBack())
    split.show(.supplementary)
    middle.pushViewController(stage.controller("N"), animated: false)
    split.expand()
    #expect(split.viewControllers.map { ObjectIdentifier($0) } == columns)
    #expect(middle.viewControllers.titles == ["M", "N"] && detail.viewControllers.titles == ["B"])
    #expect(stage.codes == [])
  }
}
