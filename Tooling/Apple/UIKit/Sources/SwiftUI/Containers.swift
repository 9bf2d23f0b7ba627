#if canImport(UIKit)
import UIKit

/// The containers that SwiftUI puts into a hosting controller, in classes of its own.
@MainActor
public enum StandInContainers {
  /// Returns the container of a `NavigationStack`, in a hosting controller.
  public static func stack(
    _ controllers: UIViewController..., in host: UIViewController
  ) -> UINavigationController {
    let stack = UIKitNavigationController()
    stack.viewControllers = controllers
    embed(stack, in: host)
    return stack
  }

  /// Returns the container of a `TabView`, in a hosting controller.
  public static func tabs(
    _ controllers: UIViewController..., in host: UIViewController
  ) -> UITabBarController {
    let tabs = UIKitTabBarController()
    tabs.viewControllers = controllers
    embed(tabs, in: host)
    return tabs
  }

  /// Returns the container of a `NavigationSplitView`, in a hosting controller.
  public static func split(in host: UIViewController) -> UISplitViewController {
    let split = UIKitSplitViewController(style: .doubleColumn)
    embed(split, in: host)
    return split
  }

  /// Puts a controller into a hosting controller, as SwiftUI does with a representable's.
  public static func embed(_ child: UIViewController, in host: UIViewController) {
    host.addChild(child)
    host.view.addSubview(child.view)
    child.didMove(toParent: host)
  }
}

/// SwiftUI's own class for a `NavigationStack`.
private class UIKitNavigationController: UINavigationController {}

/// SwiftUI's own class for a `TabView`.
private final class UIKitTabBarController: UITabBarController {}

/// SwiftUI's own class for a `NavigationSplitView`.
private final class UIKitSplitViewController: UISplitViewController {}
#endif
