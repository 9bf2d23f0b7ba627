import Foundation
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

  @Test("A tree is a value that can be saved and compared")
  func value() async throws {
    let browser = Browser(clock: ManualNavigationClock())
    await browser.goForward()
    let before = browser.store.tree
    let file = try JSONEncoder().encode(before)
    #expect(browser.userGoesBack())
    #expect(browser.store.tree != before)
    #expect(!browser.store.tree.difference(from: before).isEmpty)
    let saved = try JSONDecoder().decode(NavigationTree.self, from: file)
    #expect(saved == before)
    #expect(saved.difference(from: before).isEmpty)
  }
}
