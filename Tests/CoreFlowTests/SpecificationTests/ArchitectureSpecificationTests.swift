import CoreFlow
import Testing

@MainActor
private final class Listener: MovieListener {}

/// The scene delegate of the architecture document.
@MainActor
private final class Scene {
  let window: HeadlessWindow
  let listener = Listener()
  private(set) var rootFlow: MovieFlow?

  init() {
    let platform = HeadlessPlatform()
    window = HeadlessWindow(platform: platform)
    let rootFlow = MovieFlow(listener: listener)
    self.rootFlow = rootFlow
    window.rootViewController = PlatformNavigationController(rootViewController: rootFlow.screen)
    window.makeKeyAndVisible()
    platform.layOut()
  }

  func close() {
    window.rootViewController = nil
    rootFlow = nil
  }
}

@MainActor
@Suite("The architecture document")
struct ArchitectureSpecificationTests {
  private let scene = Scene()

  @Test("The screen sends actions and shows state")
  func screen() throws {
    let flow = try #require(scene.rootFlow)
    #expect(flow.core.loads == 1)
    #expect(flow.screen.label.text == "untitled")
    flow.core.send(.rename("Alien"))
    #expect(flow.screen.label.text == "Alien")
    flow.screen.button.sendActions(for: .touchUpInside)
    #expect(flow.core.currentState.taps == 1)
    #expect(flow.screen.reactor === flow.core)
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
    let navigation = flow.screen.navigationController
    #expect(navigation?.viewControllers.count == 2)
    flow.detailFlow?.screen.send(.completeButtonTapped)
    #expect(flow.core.results == [7])
    #expect(resigned == [7])
    #expect(weakDetail == nil)
    #expect(weakCore == nil)
    #expect(navigation?.viewControllers.count == 1)
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

  @Test("A flow without a screen has a core without a state")
  func screenLess() {
    let flow = PlainFlow()
    #expect(flow.core.log == ["active"])
  }
}
