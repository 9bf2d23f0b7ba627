import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("A child flow in the secondary column of a collapsed split")
struct CollapsedSplitTests {
  private let world: HeadlessWorld
  private let split = HeadlessSplitViewController(style: .doubleColumn)
  private let list = HeadlessNavigationController()
  private let column = HeadlessNavigationController()
  private let journal = Journal()
  private let top: ProbeFlow
  private let film: ProbeFlow

  init() async {
    world = HeadlessWorld(.immediate, root: split)
    top = ProbeFlow("top", journal, context: world.context)
    film = ProbeFlow("film", journal)
    film.wrapper = column
    list.viewControllers = [top.screen]
    split.setViewController(list, for: .primary)
    top.attach(film, by: .none)
    _ = film.representative
    split.setViewController(column, for: .secondary)
    await settle()
  }

  private func settle() async {
    await world.endTransitions()
    await world.context.settled()
  }

  private var columnNames: [String?] { column.viewControllers.map(\.restorationIdentifier) }

  @Test("Keeps its children, which are pushed onto its stack, in both widths")
  func survival() async {
    let (cast, actor) = (ProbeFlow("cast", journal), ProbeFlow("actor", journal))
    film.attach(cast, by: .push)
    await settle()
    split.collapse()
    await settle()
    cast.attach(actor, by: .push)
    await settle()
    #expect(columnNames == ["film", "cast", "actor"] && list.viewControllers.count == 2)
    #expect(world.store.tree.visibleLeaf.name == "actor")
    #expect(list.userDidTapBack())
    await settle()
    #expect(journal.take().contains("cast lost actor: dismissedByUser"))
    split.expand()
    await settle()
    #expect(top.children.count == 1 && film.children.count == 1)
    #expect(columnNames == ["film", "cast"] && column.parent === split)
    film.detach(cast)
    await settle()
    #expect(columnNames == ["film"] && world.issues.isEmpty && world.refusals.isEmpty)
  }

  @Test("Is no leak when the user goes back from its first screen: the column may show it again")
  func noLeak() async {
    world.context.leakDetector.isEnabled = true
    split.collapse()
    await settle()
    split.show(.secondary)
    await settle()
    #expect(list.userDidTapBack())
    await settle()
    #expect(film.isActive && !film.screen.isPresented)
    world.clock.advance(by: 10)
    #expect(world.issues.map(\.fact) == [])
  }

  @Test("Loses its children when the user goes back from its first screen, and stays itself")
  func back() async {
    let cast = ProbeFlow("cast", journal)
    film.attach(cast, by: .push)
    await settle()
    split.collapse()
    await settle()
    list.popViewController(animated: false)
    await settle()
    #expect(world.store.tree.visibleLeaf.name == "top" && film.children.isEmpty)
    #expect(top.children.count == 1)
    split.show(.secondary)
    await settle()
    #expect(world.store.tree.visibleLeaf.name == "film" && columnNames == ["film"])
    #expect(world.issues.isEmpty && world.refusals.isEmpty)
  }
}
