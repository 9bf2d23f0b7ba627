import CoreFlow
import CoreFlowConsumer
import Testing

@MainActor
@Suite("CoreFlow alone")
struct CounterFeatureTests {
  @Test("An effect's action changes the state, and the test names both")
  func effect() async {
    let store = CoreTestStore(CounterCore(initialState: .init())) {
      let location = $0.location(SourceLocation.init(fileID:filePath:line:column:))
      Issue.record("\($0)", sourceLocation: location)
    }
    store.send(.tapped) { $0.isCounting = true }
    await store.receive(.counted(1)) {
      $0.count = 1
      $0.isCounting = false
    }
    await store.finish()
  }

  @Test("The screen follows the state, and a flow is attached and detached")
  func flows() async {
    let parent = CounterFlow(context: NavigationContext())
    let stack = HeadlessNavigationController(rootViewController: parent.screen)
    let window = HeadlessWindow(platform: HeadlessPlatform(transitionMode: .immediate))
    window.rootViewController = stack
    window.makeKeyAndVisible()
    let store = parent.context.store(for: window)
    let child = CounterFlow()
    #expect(await parent.attach(child, by: .push)?.value() == .performed)
    await child.screen.send(.tapped).finish()
    #expect(child.screen.title == "1")
    #expect(await parent.detach(child)?.value() == .performed)
    #expect(window.rootViewController === stack)
    #expect(stack.viewControllers.count == 1)
    #expect(parent.children.isEmpty)
    #expect(store.tree.visibleLeaf.name == "Counter")
  }
}
