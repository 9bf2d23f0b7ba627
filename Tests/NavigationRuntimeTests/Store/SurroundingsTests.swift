import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The surroundings of a screen")
struct SurroundingsTests {
  @Test("A screen has its container, its presenter, and the entry beneath it")
  func surroundings() {
    let list = screen("List")
    let detail = screen("Detail")
    let home = stack("Home", list, detail)
    let world = HeadlessWorld(root: home)
    let sheet = screen("Sheet")
    detail.present(sheet, animated: false)
    #expect(detail.lifecycle.holder?.element === home)
    #expect(detail.lifecycle.entryBeneath === list)
    #expect(list.lifecycle.entryBeneath == nil)
    #expect(!detail.lifecycle.isModal)
    #expect(sheet.lifecycle.isModal)
    #expect(sheet.lifecycle.holder?.element === home)
    #expect(sheet.lifecycle.entryBeneath == nil)
    #expect(home.lifecycle.holder?.element === world.window)
  }

  @Test("A hidden screen lists the necessary selections")
  func hiding() {
    let detail = screen("Detail")
    let inner = tabs("Inner", screen("A"), stack("B", detail))
    let outer = tabs("Outer", screen("C"), screen("D"), inner)
    let world = HeadlessWorld(root: outer)
    #expect(detail.lifecycle.selections == [2, 1])
    outer.selectedIndex = 2
    #expect(detail.lifecycle.selections == [1])
    inner.selectedIndex = 1
    #expect(detail.lifecycle.selections.isEmpty)
    let sheet = screen("Sheet")
    outer.present(sheet, animated: false)
    #expect(sheet.lifecycle.selections.isEmpty)
    withExtendedLifetime(world) {}
  }

  @Test("Lists the obstacles between a screen and the user, outermost first")
  func obstacles() {
    let list = screen("List")
    let home = stack("Home", list, screen("Detail"))
    let bar = tabs("Tabs", screen("A"), home)
    let world = HeadlessWorld(root: bar)
    bar.present(screen("Sheet"), animated: false)
    #expect(
      list.lifecycle.obstacles.map(text) == ["Sheet over Tabs", "select 1", "Detail above List"])
    #expect(list.lifecycle.visibleLeaf.name == "Sheet")
    bar.dismiss(animated: false)
    bar.selectedIndex = 1
    home.popViewController(animated: false)
    #expect(list.lifecycle.isUnobstructed)
    let split = HeadlessSplitViewController(style: .doubleColumn)
    let column = screen("Column")
    split.setViewController(column, for: .primary)
    split.setViewController(screen("Other"), for: .secondary)
    world.window.rootViewController = split
    #expect(column.lifecycle.isUnobstructed)
    #expect(!list.lifecycle.isUnobstructed)
  }

  private func text(_ obstacle: NavigationLifecycle.Obstacle) -> String {
    switch obstacle {
    case .modal(let modal, let presenter): "\(modal.name) over \(presenter.name)"
    case .entries(let top, let entry, _): "\(top.name) above \(entry.name)"
    case .selection(let index, _): "select \(index)"
    }
  }

  @Test("The path to a node leads to its counterpart in a tree of the same shape")
  func path() throws {
    func make() -> (HeadlessWorld, HeadlessViewController) {
      let world = HeadlessWorld(root: tabs("Tabs", screen("A"), stack("B", screen("C"))))
      let sheet = stack("Sheet", screen("D"), screen("E"))
      world.window.rootViewController?.present(sheet, animated: false)
      return (world, sheet.viewControllers[1])
    }
    let (world, page) = make()
    let (other, samePage) = make()
    let path = try #require(world.store.path(to: page.lifecycle.id))
    #expect(path == [0, -1, 1])
    #expect(other.store.container(at: path) === samePage)
    #expect(other.store.path(to: page.lifecycle.id) == nil)
    for nowhere in [[1], [0, 0, -1], [0, 2], [0, -1, 1, 0]] {
      #expect(world.store.container(at: nowhere) == nil)
    }
  }

  @Test("A screen that has left has no surroundings")
  func left() {
    let detail = screen("Detail")
    let home = stack("Home", screen("List"), detail)
    let world = HeadlessWorld(root: home)
    home.popViewController(animated: false)
    #expect(detail.lifecycle.holder?.element == nil)
    #expect(detail.lifecycle.entryBeneath == nil)
    withExtendedLifetime(world) {}
  }
}

extension NavigationLifecycle {
  /// The indices to select.
  fileprivate var selections: [Int] {
    obstacles.compactMap { if case .selection(let index, _) = $0 { index } else { nil } }
  }
}
