import CoreFlow
import Testing

@testable import CoreFeatures

@MainActor
@Suite("Generated features of CoreFlow, in a window")
struct CoreStoryTests {
  private let root = RootFlow(listener: nil)
  private let window = HeadlessWindow(platform: HeadlessPlatform(transitionMode: .immediate))
  private let context = NavigationContext()
  private let store: NavigationStore

  init() {
    window.rootViewController = HeadlessNavigationController(rootViewController: root.screen)
    window.makeKeyAndVisible()
    store = context.store(for: window)
  }

  @Test("A feature is released when the user is done with it")
  func done() async throws {
    root.core.routeToLogin()
    await context.settled()
    #expect(window.visibleText.contains("Login"))
    weak var login: LoginFlow?
    login = root.children.first as? LoginFlow
    #expect(login != nil)
    try window.userDidTap("Done")
    await context.settled()
    #expect(store.tree.visibleLeaf.name == "Root")
    #expect(login == nil)
  }

  @Test("A feature is released when the user goes back")
  func back() async {
    root.core.routeToLogin()
    await context.settled()
    let stack = window.rootViewController as? HeadlessNavigationController
    #expect(stack?.userDidTapBack() == true)
    await context.settled()
    #expect(root.children.isEmpty)
  }

  @Test("A screen comes up from a feature without a screen")
  func screenLess() async {
    root.core.routeToSession()
    let session = root.children.first as? SessionFlow
    session?.core.routeToHome()
    await context.settled()
    #expect(window.visibleText.contains("Home"))
    session?.core.finish()
    await context.settled()
    #expect(root.children.isEmpty)
    #expect(!window.visibleText.contains("Home"))
  }
}
