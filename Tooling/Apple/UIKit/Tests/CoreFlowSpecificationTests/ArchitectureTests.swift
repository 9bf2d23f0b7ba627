import Combine
import CoreFlow
import TestSupport
import Testing
import UIKit

@MainActor
private final class Listener: MovieListener {}

/// The scene delegate of the architecture document.
@MainActor
private final class Scene {
  let world = HeadlessWorld()
  let listener = Listener()
  private(set) var rootFlow: MovieFlow?

  init() {
    let rootFlow = MovieFlow(listener: listener)
    self.rootFlow = rootFlow
    world.window.rootViewController = UINavigationController(rootViewController: rootFlow.screen)
    world.window.makeKeyAndVisible()
  }

  func close() {
    world.window.rootViewController = nil
    rootFlow = nil
  }
}

@MainActor
@Suite("Specification: screen and flow, on UIKit")
struct ArchitectureTests {
  private let scene = Scene()

  @Test("The screen shows state and sends the actions of its button")
  func screen() throws {
    let flow = try #require(scene.rootFlow)
    #expect(flow.screen.label.text == "Title: untitled")
    flow.core.send(.rename("Alien"))
    #expect(flow.screen.label.text == "Title: Alien")
    flow.screen.button.sendActions(for: .touchUpInside)
    #expect(flow.core.currentState.taps == 1)
  }

  @Test("The listener detaches the finished child inside its reduce, and it resigns once")
  func routing() throws {
    let flow = try #require(scene.rootFlow)
    weak var weakDetail: DetailFlow?
    weak var weakCore: DetailCore?
    var resigned: [Int] = []
    flow.routeToDetail()
    weakDetail = flow.detailFlow
    weakCore = flow.detailFlow?.core
    weakCore?.onResign = { resigned.append($0) }
    #expect(scene.world.store.tree.visibleLeaf.name == "Detail")
    flow.detailFlow?.screen.completions.send()
    #expect(resigned == [7])
    #expect(weakDetail == nil)
    #expect(weakCore == nil)
    #expect(scene.world.store.tree.visibleLeaf.name == "Movie")
  }

  @Test("Releases everything when the scene closes")
  func close() {
    weak var flow: MovieFlow?
    weak var core: MovieCore?
    weak var screen: MovieScreen?
    flow = scene.rootFlow
    core = flow?.core
    screen = flow?.screen
    scene.close()
    #expect(flow == nil)
    #expect(core == nil)
    #expect(screen == nil)
  }
}
