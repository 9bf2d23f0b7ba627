#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// A window is the root of a tree.
extension NSWindow: NavigationContainer {
  /// The lifecycle in the registry; AppKit's windows have no property for it.
  public var navigationRuntimeLifecycle: NavigationLifecycle { watchedLifecycle(of: self) }

  /// A window.
  public var navigationRuntimeKind: NavigationTree.Kind { .window }

  /// The name from the window's traits, else a name made from the type.
  public var navigationRuntimeName: String { navigationTreeTraitsOfItsOwn?.name ?? typeName }

  /// 1 if the window has a content controller; 0 otherwise, and once the window has been closed,
  /// until it is shown again.
  public var navigationRuntimeContainedCount: Int {
    contentViewController == nil || isClosed ? 0 : 1
  }

  /// The controller of the content.
  ///
  /// - Parameter index: 0.
  /// - Returns: The controller.
  public func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    guard index == 0, let contentViewController else {
      preconditionFailure("A window has no entry \(index), only its content if there is one.")
    }
    return contentViewController
  }

  /// `nil`.
  public var navigationRuntimeSelectedIndex: Int? { nil }

  /// `nil`: a window's content presents, not the window.
  public var navigationRuntimePresented: (any NavigationContainer)? { nil }

  /// `nil`.
  public var navigationRuntimeEnclosing: (any NavigationContainer)? { nil }

  /// Calls AppKit.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - animated: Ignored: a content is replaced without animation.
  /// - Returns: Whether AppKit accepted the call.
  public func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    let root: NSViewController?
    switch operation {
    case .setRoot(let node as NSViewController): root = node
    case .removeRoot: root = nil
    default: return .ended(.refused(.wrongPlatform(operation, self)))
    }
    guard !isClosed else {
      return .ended(
        .refused(
          TransitionRefusal(
            .notOnScreen, "\(operation.description) on \(label): the window has been closed.")))
    }
    lifecycle.duringAppKitCall { contentViewController = root }
    return .started
  }
}

extension Presentable where Self: NSWindow {
  /// The controller of the content; an empty one if there is none.
  public var viewController: PlatformViewController {
    contentViewController?.viewController ?? PlatformViewController(nibName: nil, bundle: nil)
  }
}
#endif
