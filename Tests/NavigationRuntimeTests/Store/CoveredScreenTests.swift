import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Coverage by a modal")
struct CoveredScreenTests {
  @Test("A full screen over tabs hides a modal in the context of a tab")
  func fullScreenOverContext() {
    let home = stack("Home", screen("List"))
    home.definesPresentationContext = true
    let main = tabs("Main", home, screen("Other"))
    let world = HeadlessWorld(root: main)
    let inner = screen("Inner")
    inner.modalPresentationStyle = .currentContext
    home.present(inner, animated: false)
    let log = EventLog(main, home, inner)
    #expect(log.lines == ["Main visible", "Home hidden", "Inner visible"])
    let outer = screen("Outer")
    outer.modalPresentationStyle = .fullScreen
    let outerLog = EventLog(outer)
    main.present(outer, animated: false)
    #expect(log.lines.suffix(2).sorted() == ["Inner hidden", "Main hidden"])
    #expect(outerLog.lines == ["Outer visible"])
    main.dismiss(animated: false)
    #expect(log.lines.suffix(2).sorted() == ["Inner visible", "Main visible"])
    withExtendedLifetime(world) {}
  }

  @Test("A modal in the context of one column leaves the other column visible")
  func columnContext() {
    let primary = stack("Primary", screen("Sidebar"))
    let secondary = stack("Secondary", screen("Detail"))
    secondary.definesPresentationContext = true
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.restorationIdentifier = "Split"
    split.setViewController(primary, for: .primary)
    split.setViewController(secondary, for: .secondary)
    let world = HeadlessWorld(root: split)
    let modal = screen("Modal")
    modal.modalPresentationStyle = .currentContext
    let log = EventLog(split, primary, secondary, modal)
    secondary.present(modal, animated: false)
    #expect(log.lines.suffix(2) == ["Secondary hidden", "Modal visible"])
    let full = screen("Full")
    full.modalPresentationStyle = .fullScreen
    modal.present(full, animated: false)
    #expect(
      log.lines.suffix(3).sorted() == ["Modal hidden", "Primary hidden", "Split hidden"])
    withExtendedLifetime(world) {}
  }

  @Test("A hidden column of a split is hidden, and visible when it is shown again")
  func hiddenColumn() {
    let primary = stack("Primary", screen("Sidebar"))
    let split = HeadlessSplitViewController(style: .doubleColumn)
    split.restorationIdentifier = "Split"
    split.setViewController(primary, for: .primary)
    split.setViewController(stack("Secondary", screen("Detail")), for: .secondary)
    let world = HeadlessWorld(root: split)
    let log = EventLog(primary)
    split.hide(.primary)
    split.show(.primary)
    #expect(log.lines == ["Primary visible", "Primary hidden", "Primary visible"])
    #expect(world.store.tree.count == 6)
  }

  @Test("A full screen over a sheet hides the screens beneath the sheet, and never the window")
  func fullScreenOverSheet() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let sheet = screen("Sheet")
    home.present(sheet, animated: false)
    let log = EventLog(home, sheet)
    var windowEvents: [PresentationEvent] = []
    let subscription = world.window.observePresentation { windowEvents.append($0) }
    let full = screen("Full")
    full.modalPresentationStyle = .fullScreen
    sheet.present(full, animated: false)
    #expect(log.lines.suffix(2).sorted() == ["Home hidden", "Sheet hidden"])
    #expect(windowEvents == [.visible(true)])
    withExtendedLifetime(subscription) {}
  }

  @Test("A modal in the context of a sheet hides the sheet alone")
  func contextOfSheet() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let sheet = screen("Sheet")
    sheet.definesPresentationContext = true
    home.present(sheet, animated: false)
    let log = EventLog(home, sheet)
    let modal = screen("Modal")
    modal.modalPresentationStyle = .currentContext
    sheet.present(modal, animated: false)
    #expect(log.lines == ["Home visible", "Sheet visible", "Sheet hidden"])
    withExtendedLifetime(world) {}
  }
}
