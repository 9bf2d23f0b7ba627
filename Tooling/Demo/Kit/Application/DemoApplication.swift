import Foundation
import NavigationRuntime

/// The example app as the terminal, a story and a test see it.
@MainActor
public protocol DemoApplication: AnyObject {
  /// What people call it: the framework that it is made with.
  var name: String { get }
  /// Where it is on screen.
  var window: DemoWindow { get }
  /// Its context; each app has its own.
  var context: NavigationContext { get }
  /// What observes the window.
  var store: NavigationStore { get }
  /// What a person can do to the services behind it.
  var services: any DemoServices { get }
  /// What has happened.
  var events: DemoEventLog { get }

  /// Shows the first screen; called once, before anything else.
  func start()

  /// Opens a link, as the system does when the user taps one in another app.
  ///
  /// - Parameter link: The link.
  /// - Returns: What the app says to it at once; what the link leads to comes later.
  func open(_ link: URL) -> DemoLinkAnswer

  /// Returns when nothing runs and nothing can run without help from outside.
  ///
  /// - Returns: What waits for something outside: the user, a hidden screen, a held answer.
  @discardableResult
  func settled() async -> [NavigationActivity]

  /// Ends everything; afterwards nothing of the app may stay alive but what others hold.
  func stop()
}
