#if canImport(UIKit) && !os(watchOS)
import UIKit

extension UIViewController {
  /// The name of the view for which SwiftUI has made this container; `nil` for a container of the
  /// app's, also inside a hosting controller.
  ///
  /// SwiftUI shows a `NavigationStack` in a subclass of `UINavigationController` of its own, and the
  /// other containers likewise. A class that key-value observing puts under it is skipped.
  var swiftUIContainerName: String? {
    let name: String
    switch self {
    case is UINavigationController: name = "NavigationStack"
    case is UITabBarController, is UIPageViewController: name = "TabView"
    case is UISplitViewController: name = "NavigationSplitView"
    default: return nil
    }
    var next: Mirror? = Mirror(reflecting: self)
    while let mirror = next {
      let type = String(reflecting: mirror.subjectType)
      if type.hasPrefix("SwiftUI.") || type.hasPrefix("SwiftUICore.") { return name }
      next = mirror.superclassMirror
    }
    return nil
  }

  /// Returns the refusal of an operation that would change the contents of a container behind the
  /// back of SwiftUI, which derives them from its state.
  func swiftUIRefusal(of operation: NavigationOperation) -> TransitionRefusal? {
    switch operation {
    case .present, .dismiss, .setRoot, .removeRoot: return nil
    case .push, .pop, .popTo, .setStack, .select, .setTabs: break
    }
    guard let name = swiftUIContainerName else { return nil }
    return .init(
      .managedBySwiftUI, operation, on: self,
      """
      SwiftUI manages the \(name). Change the state from which the view is made, or use a container \
      outside the hosting controller.
      """)
  }
}
#endif
