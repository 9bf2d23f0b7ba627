import CoreFlow
import DemoKit

extension Flowable {
  /// The child whose screen has this name.
  func child(_ name: String) -> (any NavigationNode)? {
    children.last { $0.navigationContainer?.navigationRuntimeName == name }
  }

  /// Goes back to a child's screen, if it is in the stack; the flows above it end with theirs.
  ///
  /// Called twice, after a double tap for example, it leads there once.
  ///
  /// - Returns: A handle on the way back; `nil` if there is no such child.
  @discardableResult
  func goBack(to name: String, in stack: DemoNavigationController) -> ScheduledTransition? {
    guard let screen = child(name)?.navigationContainer else { return nil }
    return context.request(.popTo(screen), on: stack)
  }
}
