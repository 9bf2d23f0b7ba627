import CoreFlow
import NavigationRuntime
import SwiftUI
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Containers of SwiftUI's in a hosting controller")
struct SwiftUIContainerTests {
  private let host = UIHostingController(rootView: Text(""))
  private let home: UINavigationController
  private let world: HeadlessWorld

  init() {
    home = stack("Home", screen("List"), host)
    world = HeadlessWorld(root: home)
  }

  @Test("Are in the tree, and their moves are followed")
  func tree() {
    let inner = StandInContainers.stack(screen("Films"), in: host)
    world.store.runLoopDidTurn()
    let path = world.store.tree.visiblePath.map(\.name)
    #expect(path.suffix(3) == ["Text", "NavigationStack", "Films"])
    inner.pushViewController(screen("Film"), animated: false)
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Film")
    #expect(inner.userDidTapBack())
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Films")
    #expect(world.issues.isEmpty)
  }

  @Test("Refuse each operation that changes their contents, and stay as they are")
  func refusals() {
    let films = screen("Films")
    let inner = StandInContainers.stack(films, screen("Film"), in: host)
    let tabs = StandInContainers.tabs(screen("A"), screen("B"), in: screen("Other host"))
    let refused: [(NavigationOperation, UIViewController)] = [
      (.push(screen("New")), inner), (.pop, inner), (.popTo(films), inner),
      (.setStack([films]), inner), (.select(1), tabs), (.setTabs([screen("C")]), tabs),
    ]
    for (operation, container) in refused {
      let outcome = world.context.request(operation, on: container).outcome
      guard case .refused(let refusal) = outcome else {
        Issue.record("\(operation.description) was \(String(describing: outcome)).")
        continue
      }
      #expect(refusal.code == .managedBySwiftUI)
      #expect(refusal.description.contains("SwiftUI manages the"))
    }
    #expect(inner.viewControllers.count == 2)
    #expect(tabs.selectedIndex == 0)
    #expect(tabs.viewControllers?.count == 2)
  }

  @Test("Let a controller in them present and dismiss")
  func modal() {
    let inner = StandInContainers.stack(screen("Films"), in: host)
    world.store.runLoopDidTurn()
    let sheet = screen("Sheet")
    #expect(world.context.request(.present(sheet), on: inner).outcome == .performed)
    #expect(world.store.tree.visibleLeaf.name == "Sheet")
    #expect(world.context.request(.dismiss, on: inner).outcome == .performed)
    #expect(world.store.tree.visibleLeaf.name == "Films")
  }

  @Test("Leave the navigation above them to a flow")
  func flowAbove() {
    let inner = StandInContainers.stack(screen("Films"), screen("Film"), in: host)
    world.store.runLoopDidTurn()
    let root = ContainerFlow(home, context: world.context)
    let child = ContainerFlow(screen("Settings"), context: world.context)
    root.attach(child, by: .push)
    #expect(home.viewControllers.last === child.screen)
    #expect(home.userDidTapBack())
    world.store.runLoopDidTurn()
    #expect(world.store.tree.visibleLeaf.name == "Film")
    #expect(inner.viewControllers.count == 2)
    #expect(world.issues.isEmpty)
  }

  @Test("Refuse the screen of a flow whose parent is inside, which is reported")
  func flowInside() {
    let films = screen("Films")
    let inner = StandInContainers.stack(films, in: host)
    world.store.runLoopDidTurn()
    let parent = ContainerFlow(films, context: world.context)
    parent.attach(ContainerFlow(screen("Film"), context: world.context), by: .push)
    #expect(inner.viewControllers.count == 1)
    #expect(world.issues.map(\.code.rawValue) == ["notShown"])
    #expect(world.issues.first.map { "\($0)".contains("SwiftUI manages") } == true)
  }

  @Test("Are not confused with the app's own containers in a hosting controller")
  func ownContainer() {
    let own = stack("Own", screen("Films"))
    StandInContainers.embed(own, in: host)
    world.store.runLoopDidTurn()
    #expect(world.context.request(.push(screen("Film")), on: own).outcome == .performed)
    #expect(world.store.tree.visibleLeaf.name == "Film")
  }
}

/// A flow with a given screen.
private final class ContainerFlow: Flow<CounterCore, UIViewController> {
  private let given: UIViewController

  init(_ screen: UIViewController, context: NavigationContext) {
    given = screen
    super.init(context: context)
  }

  override func createCore() -> CounterCore { CounterCore(initialState: .init()) }

  override func createScreen() -> UIViewController { given }
}
