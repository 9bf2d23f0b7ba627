/// Receives a flow's stack of screens whenever it has changed.
@MainActor
public protocol FlowLogger: AnyObject {
  /// Logs a flow's screens.
  ///
  /// Called on the main actor after each handled step and each dismissed screen.
  ///
  /// - Parameter navigationStack: The flow, and the steps that led to its screens, bottom first.
  func log(navigationStack: NavigationStack)
}
