import Foundation
import NavigationRuntime

/// The example app as the terminal, a story and a test see it.
@MainActor
public protocol DemoApplication: AnyObject {
  /// The name for people: the framework with which it is made.
  var name: String { get }
  /// The window in which it is shown.
  var window: DemoWindow { get }
  /// Its context; each app has its own.
  var context: NavigationContext { get }
  /// The store of the window.
  var store: NavigationStore { get }
  /// The controls of the services behind it.
  var services: any DemoServices { get }
  /// The log of events.
  var events: DemoEventLog { get }

  /// Shows the first screen; called once, before anything else.
  func start()

  /// Opens a link, as the system does when the user taps one in another app.
  ///
  /// - Parameter link: The link.
  /// - Returns: The app's immediate answer; the screens of the link come later.
  func open(_ link: URL) -> DemoLinkAnswer

  /// Returns when nothing runs and nothing can run without help from outside.
  ///
  /// - Returns: Everything that waits for something outside: the user, a hidden screen, a held
  ///   answer.
  @discardableResult
  func settled() async -> [NavigationActivity]

  /// Ends everything. Afterwards nothing of the app may stay alive, except objects that others
  /// hold.
  func stop()
}
