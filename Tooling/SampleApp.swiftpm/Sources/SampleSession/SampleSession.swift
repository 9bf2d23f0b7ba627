import DemoApp
import DemoKit
import Foundation
import NavigationRuntime

/// The example app, as a scene starts it and gives it links.
@MainActor
public final class SampleSession {
  /// The app.
  public let app: any DemoApplication

  /// Makes the app; nothing is shown until it is started.
  ///
  /// - Parameters:
  ///   - framework: The name of the framework with which it is made; CoreFlow by default.
  ///   - platform: The scene of its window.
  ///   - context: Its context; a new one by default.
  public init(
    framework: String?, in platform: DemoPlatform, context: NavigationContext = NavigationContext()
  ) {
    let framework = framework.flatMap { DemoFramework(rawValue: $0.lowercased()) } ?? .coreflow
    app = framework.makeApp(platform: platform, context: context)
  }

  /// Shows the first screen, then follows the links with which the app was opened.
  ///
  /// - Parameter links: The links.
  public func start(opening links: [URL] = []) {
    app.start()
    open(links)
  }

  /// Follows links, the first ones first.
  ///
  /// A link's path decides; `coreflow-demo:///settings/about` and
  /// `https://demo.example/settings/about` lead to the same screen.
  ///
  /// - Parameter links: The links.
  public func open(_ links: [URL]) {
    for link in links { _ = app.open(link) }
  }

  /// Ends the app when its scene is taken away.
  public func stop() { app.stop() }
}
