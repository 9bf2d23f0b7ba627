import Combine
import NavigationRuntime
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("What the runtime publishes")
struct NavigationPublisherTests {
  @Test("A screen's visibility, from the present one on, and its dismissal, once")
  func presentation() {
    let list = screen("List")
    let home = stack("Home", list)
    let world = HeadlessWorld(root: home)
    let visibility = Collector<Bool>()
    list.isVisiblePublisher.subscribe(visibility)
    let dismissals = Collector<Void>()
    do {
      let detail = screen("Detail")
      world.context.request(.push(detail), on: home)
      detail.onDismissedPublisher.subscribe(dismissals)
    }
    #expect(visibility.received == [true, false])
    #expect(dismissals.received.isEmpty)
    world.context.request(.pop, on: home)
    #expect(visibility.received == [true, false, true])
    #expect(dismissals.received.count == 1)
    #expect(dismissals.isFinished)
    #expect(!visibility.isFinished)
    withExtendedLifetime((world, list, home)) {}
  }

  @Test("The publishers of a screen that is gone finish")
  func gone() {
    let visibility = Collector<Bool>()
    let dismissals = Collector<Void>()
    weak var weakScreen: UIViewController?
    do {
      let detail = screen("Detail")
      weakScreen = detail
      detail.isVisiblePublisher.subscribe(visibility)
      detail.onDismissedPublisher.subscribe(dismissals)
    }
    #expect(weakScreen == nil)
    #expect(visibility.isFinished)
    #expect(dismissals.isFinished)
    #expect(dismissals.received.isEmpty)
  }

  @Test("A store's changes, and its tree: the present one, then one for each settle point")
  func store() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    let changes = Collector<NavigationChange>()
    let trees = Collector<NavigationTree>()
    world.store.changesPublisher.subscribe(changes)
    world.store.treePublisher.subscribe(trees)
    #expect(trees.received == [world.store.tree])
    world.context.request(.push(screen("Detail")), on: home)
    #expect(changes.received.map(\.number) == world.changes.map(\.number))
    #expect(trees.received.map(\.visibleLeaf.name) == ["List", "Detail"])
    #expect(trees.received.last == world.store.tree)
    withExtendedLifetime((world, home)) {}
  }
}
