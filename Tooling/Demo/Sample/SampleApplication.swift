import DemoKit
import Foundation
import NavigationRuntime

/// The smallest app that shows everything that the demo kit can draw and use, made with the
/// runtime alone.
@MainActor
public final class SampleApplication: DemoApplication {
  /// The name for people.
  public let name = "Sample"
  /// The window in which it is shown.
  public let window: DemoWindow
  /// Its context.
  public let context = NavigationContext()
  /// The store of the window.
  public let store: NavigationStore
  /// The events.
  public let events = DemoEventLog()

  let sampleServices = SampleServices()
  private let platform = DemoPlatform()
  weak var tabs: DemoTabBarController?

  /// Makes an app that has not started.
  public init() {
    window = DemoWindow(platform: platform)
    store = context.store(for: window)
    events.follow(store, in: window)
    sampleServices.onMessage = { [weak self] in self?.showMessage() }
  }

  /// The controls of the services.
  public var services: any DemoServices { sampleServices }

  /// Shows the login screen.
  public func start() {
    window.rootViewController = makeLogin()
    window.makeKeyAndVisible()
  }

  /// Selects a tab.
  ///
  /// - Parameter link: `app://home` or `app://settings`.
  /// - Returns: Whether it is one of them, and a user is logged in.
  public func open(_ link: URL) -> DemoLinkAnswer {
    let places = ["home", "settings"]
    guard link.scheme == "app", let index = places.firstIndex(of: link.host ?? "") else {
      return .refused("The app knows app://home and app://settings.")
    }
    guard let tabs else { return .refused("No user is logged in.") }
    events.add(.link, link.absoluteString)
    context.request(.select(index), on: tabs)
    return .accepted
  }

  /// Returns when nothing runs.
  public func settled() async -> [NavigationActivity] {
    await context.settled()
  }

  /// Takes everything off the screen.
  public func stop() {
    window.rootViewController = nil
  }

  private func showMessage() {
    events.add(.service, "a message has arrived")
    tabs?.viewControllers?.first?.tabBarItem.title = "Home (1)"
  }
}
