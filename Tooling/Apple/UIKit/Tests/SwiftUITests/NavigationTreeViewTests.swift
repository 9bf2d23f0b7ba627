import Combine
import NavigationRuntime
import SwiftUI
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("The tree in SwiftUI")
struct NavigationTreeViewTests {
  @Test("A view shows a line for each node, and follows what happens")
  func lines() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: tabs("Main", home, screen("Settings")))
    let view = NavigationTreeView(world.store)
    let window = "window \(world.store.tree.root.name)"
    #expect(
      StandInElement.texts(view) == [
        window, "    tabs Main", "        stack Home", "            screen List",
        "        screen Settings",
      ])
    world.context.request(.push(screen("Detail")), on: home)
    world.context.request(.present(screen("Sheet")), on: home)
    #expect(
      StandInElement.texts(view) == [
        window, "    tabs Main", "        stack Home", "            screen List",
        "            screen Detail", "        screen Settings", "        modal screen Sheet",
      ])
  }

  @Test("The object changes once for each settle point, and keeps no store")
  func object() {
    weak var weakStore: NavigationStore?
    let screens: ObservableNavigationTree
    var changes = 0
    let subscription: AnyCancellable
    do {
      let home = stack("Home", screen("List"))
      let world = HeadlessWorld(root: home)
      weakStore = world.store
      screens = ObservableNavigationTree(world.store)
      subscription = screens.objectWillChange.sink { changes += 1 }
      world.context.request(.push(screen("Detail")), on: home)
      #expect(screens.tree == world.store.tree)
      #expect(changes == 1)
    }
    #expect(weakStore == nil)
    #expect(screens.tree.visibleLeaf.name == "Detail")
    withExtendedLifetime(subscription) {}
  }

  @Test("A presentable's controller can be put into a view")
  func embedding() {
    let list = screen("List")
    let view = PresentableView(list)
    let context = PresentableView.Context(coordinator: ())
    let controller = view.makeUIViewController(context: context)
    view.updateUIViewController(controller, context: context)
    #expect(controller === list)
  }
}
