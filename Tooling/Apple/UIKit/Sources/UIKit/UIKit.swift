// UIKit's names for the headless controllers, and nothing else: what has no name here cannot be
// used by an adapter. Where they are kinder than UIKit, Docs/Platforms.md says so.
import HeadlessStandIn

/// Stands in for UIKit's class.
public typealias UIResponder = HeadlessResponder
/// Stands in for UIKit's class.
public typealias UIView = HeadlessView
/// Stands in for UIKit's class.
public typealias UIWindow = HeadlessWindow
/// Stands in for UIKit's class.
public typealias UIViewController = HeadlessViewController
/// Stands in for UIKit's class.
public typealias UINavigationController = HeadlessNavigationController
/// Stands in for UIKit's class.
public typealias UITabBarController = HeadlessTabBarController
/// Stands in for UIKit's class.
public typealias UISplitViewController = HeadlessSplitViewController
/// Stands in for UIKit's class.
public typealias UIPageViewController = HeadlessPageViewController
/// Stands in for UIKit's class.
public typealias UIAlertController = HeadlessAlertController
/// Stands in for UIKit's enumeration.
public typealias UIModalPresentationStyle = HeadlessModalPresentationStyle
/// Stands in for UIKit's protocol.
public typealias UIViewControllerTransitionCoordinator =
  HeadlessViewControllerTransitionCoordinator
/// Stands in for UIKit's protocol.
public typealias UIViewControllerTransitionCoordinatorContext =
  HeadlessViewControllerTransitionCoordinatorContext
/// Stands in for UIKit's class.
public typealias UIPresentationController = HeadlessPresentationController

extension HeadlessPresentationController {
  /// Whether the presenter's view leaves the screen, which UIKit decides by the style.
  public var shouldRemovePresentersView: Bool {
    presentedViewController?.takesPresenterOffScreen ?? false
  }
}
