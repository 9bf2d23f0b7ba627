/// A headless window is the root of a tree.
extension HeadlessWindow: NavigationContainer {
  /// The lifecycle, which the window retains as its observer.
  public var navigationRuntimeLifecycle: NavigationLifecycle { headlessLifecycle(of: self) }

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

  /// Calls the headless platform.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - animated: Ignored: a root is replaced without animation.
  /// - Returns: Whether the platform accepted the call.
  public func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    switch operation {
    case .setRoot(let node as HeadlessViewController): .init(performSetRoot(node))
    case .removeRoot: .init(performSetRoot(nil))
    default: .ended(.refused(.wrongPlatform(operation, self)))
    }
  }
}

extension Presentable where Self: HeadlessWindow {
  /// The root controller; an empty one if there is no root.
  public var viewController: PlatformViewController {
    rootViewController?.viewController ?? PlatformViewController(nibName: nil, bundle: nil)
  }
}
