import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("What surrounds a screen")
struct SurroundingsTests {
  @Test("A screen knows its container, its presenter, and the entry beneath it")
  func surroundings() {
    let list = screen("List")
    let detail = screen("Detail")
    let home = stack("Home", list, detail)
    let world = HeadlessWorld(root: home)
    let sheet = screen("Sheet")
    detail.present(sheet, animated: false)
    #expect(detail.lifecycle.surrounding === home)
    #expect(detail.lifecycle.entryBeneath === list)
    #expect(list.lifecycle.entryBeneath == nil)
    #expect(!detail.lifecycle.isModal)
    #expect(sheet.lifecycle.isModal)
    #expect(sheet.lifecycle.surrounding === home)
    #expect(sheet.lifecycle.entryBeneath == nil)
    #expect(home.lifecycle.surrounding === world.window)
  }

  @Test("A screen that has left has no surroundings")
  func left() {
    let detail = screen("Detail")
    let home = stack("Home", screen("List"), detail)
    let world = HeadlessWorld(root: home)
    home.popViewController(animated: false)
    #expect(detail.lifecycle.surrounding == nil)
    #expect(detail.lifecycle.entryBeneath == nil)
    withExtendedLifetime(world) {}
  }
}
