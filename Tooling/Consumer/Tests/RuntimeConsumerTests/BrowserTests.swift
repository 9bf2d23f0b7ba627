import NavigationRuntime
import RuntimeConsumer
import Testing

@MainActor
@Suite("The runtime alone")
struct BrowserTests {
  @Test("The tree follows moves by code and the user")
  func moves() async {
    let browser = Browser(clock: ManualNavigationClock())
    #expect(await browser.goForward() == .performed)
    #expect(browser.depth == 1)
    #expect(browser.userGoesBack())
    #expect(browser.depth == 0)
    #expect(browser.causes == ["code", "user"])
    #expect(await browser.context.settled().isEmpty)
  }

  @Test("A tree is a value that can be kept and compared")
  func value() throws {
    let browser = Browser(clock: ManualNavigationClock())
    let before = browser.store.tree
    browser.userGoesBack()
    #expect(browser.store.tree == before)
    #expect(browser.store.tree.difference(from: before).isEmpty)
  }
}
