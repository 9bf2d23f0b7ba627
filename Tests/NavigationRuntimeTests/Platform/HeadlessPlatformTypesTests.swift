#if !canImport(AppKit) && !(canImport(UIKit) && !os(watchOS))
import NavigationRuntime
import Testing

// Without another platform, its types are the headless ones.
@MainActor
@Suite("The platform's types without another platform")
struct HeadlessPlatformTypesTests {
  @Test("Are the headless ones; a controller is its own viewController")
  func types() {
    #expect(PlatformViewController.self == HeadlessViewController.self)
    #expect(PlatformWindow.self == HeadlessWindow.self)
    let controller = HeadlessViewController()
    #expect(controller.viewController === controller)
    let window = HeadlessWindow(platform: HeadlessPlatform())
    window.rootViewController = controller
    #expect(window.viewController === controller)
  }
}
#endif
