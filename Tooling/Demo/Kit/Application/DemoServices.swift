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
