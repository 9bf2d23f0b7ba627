import NavigationRuntime
import RuntimeConsumer
import Testing

@MainActor
@Suite("An app's own names")
struct OwnNamesTests {
  private let window = HeadlessWindow(platform: HeadlessPlatform(transitionMode: .immediate))
  private let context = NavigationContext(clock: ManualNavigationClock())

  @Test("Ignores unrelated members of a subclass")
  func subclass() {
    let controller = OwnNamesHeadlessController()
    let presentable: any Presentable = controller
    #expect(controller.isPresented)
    #expect(!presentable.isPresented)
    let store = context.store(for: window)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    #expect(presentable.isPresented)
    #expect(presentable.navigationStore === store)
    #expect(store.tree.root.children.map(\.name) == ["OwnNamesHeadless"])
    #expect(controller.navigationRuntimeName == "OwnNamesHeadless")
    #expect(!controller.navigationRuntimeCoversPresenter)
    #expect(controller.lifecycle == "own")
    #expect(controller.navigationRuntimeLifecycle.isInTree)
  }

  @Test("Leaves an app the members of its own protocols")
  func protocolExtension() {
    #expect(ProtocolNamesController().names == ["own", "own", "own"])
    #expect(ProtocolNamesButton().name == "own")
  }

  @Test("Names a container by its own traits")
  func drawer() {
    let store = context.store(for: window)
    window.rootViewController = HeadlessViewController()
    window.makeKeyAndVisible()
    let drawer = Drawer()
    drawer.modalPresentationStyle = .pageSheet
    window.rootViewController?.present(drawer, animated: false)
    #expect(store.tree.root.children.first?.modal?.name == "The drawer")
    #expect(drawer.navigationRuntimeCoversPresenter)
  }
}
