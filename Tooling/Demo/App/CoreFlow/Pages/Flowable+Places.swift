import CoreFlow
import DemoKit

extension Flowable {
  /// The child whose screen has this name.
  func child(_ name: String) -> (any NavigationNode)? {
    children.last { $0.navigationContainer?.navigationName == name }
  }

  /// Goes back to a child's screen, if it is in the stack; the flows above it end with theirs.
  ///
  /// Whoever asks for a place twice, after a double tap for example, gets there once.
  func goBack(to name: String, in stack: DemoNavigationController) -> Bool {
    guard let screen = child(name)?.navigationContainer else { return false }
    context.request(.popTo(screen), on: stack)
    return true
  }
}
