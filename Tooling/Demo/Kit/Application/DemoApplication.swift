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

  /// Shows the first screen, and leads to the place of an archive; called instead of ``start()``.
  ///
  /// - Parameter archive: The result of ``archive()``, perhaps in an earlier process.
  /// - Throws: An error that names the damaged spot of the archive. The app has not started.
  func start(from archive: Data) throws

  /// Returns the user's place, and the state of the services.
  ///
  /// - Returns: The archive.
  /// - Throws: An error if the state cannot be encoded.
  func archive() throws -> Data

  /// The place of the app; empty before its start and after its end.
  var place: NavigationPlace { get }

  /// Starts a journey to a place.
  ///
  /// - Parameter place: A place that was read before, perhaps by another process or device.
  /// - Returns: The journey; `nil` before the start and after the end.
  @discardableResult
  func startJourney(to place: NavigationPlace) -> Journey?

  /// Returns a new app of the same kind and with the same clock, which has not started.
  ///
  /// - Returns: The app, as the system makes it in a new process.
  func successor() -> any DemoApplication

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

/// The framework with which the example app is made.
public enum DemoFramework: String, Sendable, CaseIterable {
  /// Flows that turn steps into navigation.
  case asyncflow
  /// Features made of a flow, a core and a screen.
  case coreflow

  /// The name of the library.
  public var name: String {
    switch self {
    case .asyncflow: "AsyncFlow"
    case .coreflow: "CoreFlow"
    }
  }
}

/// The answer of an app to a link.
public enum DemoLinkAnswer: Sendable, Equatable {
  /// It knows where the link leads, and goes there, or does so when it can.
  case accepted
  /// It does not know the link, or does not follow it now; the text says why and what it knows.
  case refused(String)
}

/// Controls the services behind the app, for a story or a person at the terminal.
///
/// A service answers immediately unless it is held. Names are those that a person reads, in lower
/// case and without spaces: `login`, `permission`.
@MainActor
public protocol DemoServices: AnyObject {
  /// The services whose answers can be held or made to fail.
  var names: [String] { get }
  /// The events that can happen in the background: a message arrives, the session expires.
  var signals: [String] { get }
  /// The held services, each with the number of answers that wait.
  var held: [String: Int] { get }

  /// Lets the service answer only when it is released; called with one of ``names``.
  func hold(_ name: String)

  /// Lets the service answer again, pending answers first; called with one of ``names``.
  func release(_ name: String)

  /// Makes the service's next answer a failure; called with one of ``names``.
  func fail(_ name: String)

  /// Lets something happen in the background; called with one of ``signals``.
  func signal(_ name: String)
}
