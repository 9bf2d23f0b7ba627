#if canImport(UIKit) && !os(watchOS)
import UIKit

/// A window is the root of a tree.
extension UIWindow: NavigationContainer {
  /// The lifecycle in the registry; UIKit's windows have no property for it.
  public var navigationRuntimeLifecycle: NavigationLifecycle { watchedLifecycle(of: self) }

  /// A window.
  public var navigationRuntimeKind: NavigationTree.Kind { .window }

  /// The name from the window's traits, else a name made from the type.
  public var navigationRuntimeName: String { navigationTreeTraitsOfItsOwn?.name ?? typeName }

  /// 1 if the window has a root controller.
  public var navigationRuntimeContainedCount: Int { rootViewController == nil ? 0 : 1 }

  /// The root controller.
  ///
  /// - Parameter index: 0.
  /// - Returns: The root controller.
  public func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    guard index == 0, let rootViewController else {
      preconditionFailure("A window has no entry \(index), only its root if there is one.")
    }
    return rootViewController
  }

  /// `nil`.
  public var navigationRuntimeSelectedIndex: Int? { nil }

  /// `nil`: a window's root presents, not the window.
  public var navigationRuntimePresented: (any NavigationContainer)? { nil }

  /// `nil`.
  public var navigationRuntimeEnclosing: (any NavigationContainer)? { nil }

  /// Calls UIKit.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - animated: Ignored: a root is replaced without animation.
  /// - Returns: Whether UIKit accepted the call.
  public func navigationRuntimeStart(
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

extension Presentable where Self: UIWindow {
  /// The root controller; an empty one if there is no root.
  public var viewController: PlatformViewController {
    rootViewController ?? PlatformViewController(nibName: nil, bundle: nil)
  }
}
#endif
