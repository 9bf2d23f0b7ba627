#if canImport(UIKit) && !os(watchOS)
import UIKit

/// A window is the root of a tree.
extension UIWindow: NavigationContainer {
  /// The lifecycle that the registry keeps; UIKit's windows have no room for it.
  public var lifecycle: NavigationLifecycle { watchedLifecycle(of: self) }

  /// A window.
  public var navigationKind: NavigationTree.Kind { .window }

  /// A name made from the type.
  public var navigationName: String { typeName }

  /// 1 if the window has a root controller.
  public var containedCount: Int { rootViewController == nil ? 0 : 1 }

  /// The root controller.
  ///
  /// - Parameter index: 0.
  /// - Returns: The root controller.
  public func contained(at index: Int) -> any NavigationContainer {
    guard index == 0, let rootViewController else {
      preconditionFailure("A window has no entry \(index), only its root if there is one.")
    }
    return rootViewController
  }

  /// `nil`.
  public var selectedContainedIndex: Int? { nil }

  /// `nil`: a window's root presents, not the window.
  public var presentedContainer: (any NavigationContainer)? { nil }

  /// `nil`.
  public var enclosingContainer: (any NavigationContainer)? { nil }

  /// The root's controller; an empty one if there is no root, as a window always has one to show.
  public var viewController: PlatformViewController {
    rootViewController ?? PlatformViewController(nibName: nil, bundle: nil)
  }

  /// Calls UIKit.
  ///
  /// - Parameters:
  ///   - operation: What to do.
  ///   - animated: Ignored: a root is replaced without animation.
  /// - Returns: Whether UIKit took the call.
  public func start(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    let root: UIViewController?
    switch operation {
    case .setRoot(let node as UIViewController): root = node
    case .removeRoot: root = nil
    default: return .ended(.refused(.wrongPlatform(operation, self)))
    }
    let lifecycle = lifecycle
    let token = lifecycle.uiKitCallDidBegin()
    rootViewController = root
    lifecycle.uiKitCallDidEnd(token)
    return .started
  }
}
#endif
