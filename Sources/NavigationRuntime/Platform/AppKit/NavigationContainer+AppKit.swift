#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// Every view controller is a container.
extension NSViewController: NavigationContainer {
  /// The lifecycle in the registry; AppKit's controllers have no property for it.
  public var navigationRuntimeLifecycle: NavigationLifecycle { watchedLifecycle(of: self) }

  /// The kind, by the class of the controller; a plain one with children is an unknown container.
  public var navigationRuntimeKind: NavigationTree.Kind {
    switch self {
    case is StackViewController: .stack
    case is NSTabViewController: .tabs
    case is NSSplitViewController: .split
    default: children.isEmpty ? .screen : .container(typeName)
    }
  }

  /// The name from the controller's traits, else the identifier, else a name made from the type.
  public var navigationRuntimeName: String {
    navigationTreeTraitsOfItsOwn?.name ?? identifier?.rawValue ?? typeName
  }

  /// The number of its contents.
  public var navigationRuntimeContainedCount: Int { containedControllers.count }

  /// Returns its contents at an index.
  ///
  /// - Parameter index: From 0 to ``navigationRuntimeContainedCount`` - 1.
  /// - Returns: The contained controller.
  public func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    containedControllers[index]
  }

  private var containedControllers: [NSViewController] {
    switch self {
    case let stack as StackViewController: stack.viewControllers
    case let tabs as NSTabViewController: tabs.tabViewItems.compactMap(\.viewController)
    default: children
    }
  }

  /// The index of the selected tab.
  public var navigationRuntimeSelectedIndex: Int? {
    guard let tabs = self as? NSTabViewController else { return nil }
    let index = tabs.selectedTabViewItemIndex
    return tabs.tabViewItems.indices.contains(index) ? index : nil
  }

  /// The newest of the presented controllers; else the content of its window's sheet, or of a
  /// popover, that foreign code shows over it.
  public var navigationRuntimePresented: (any NavigationContainer)? { shownController }

  /// The parent, else the presenter or host, else the window whose content it is.
  public var navigationRuntimeEnclosing: (any NavigationContainer)? {
    parent ?? hostController ?? windowOfOwn
  }

  /// The value in the controller's traits, else `false`: a sheet, a popover and a window leave
  /// their presenter visible.
  public var navigationRuntimeCoversPresenter: Bool {
    navigationTreeTraitsOfItsOwn?.coversPresenter ?? false
  }

  /// Calls AppKit, which presents as a sheet.
  ///
  /// AppKit does not return whether it accepted a call, so the result is verified afterwards.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - animated: Ignored: AppKit animates sheets, and nothing else.
  /// - Returns: Whether AppKit accepted the call.
  public func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    UserMoves.whileNot { call(operation, animated: animated) }
  }

  private func call(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    switch (operation, self) {
    case (.present(let node as NSViewController), _):
      lifecycle.duringAppKitPresentation(of: node) { presentAsSheet(node) }
      return answer(operation, isDone: node.presentingViewController === self)
    case (.dismiss, _):
      guard let presented = dismissPresented() else { break }
      return answer(operation, isDone: presented.presentingViewController == nil)
    case (.push(let node as NSViewController), let stack as StackViewController):
      stack.pushViewController(node, animated: animated)
      return answer(operation, isDone: stack.topViewController === node)
    case (.pop, let stack as StackViewController):
      return answer(operation, isDone: stack.popViewController(animated: animated) != nil)
    case (.popTo(let node as NSViewController), let stack as StackViewController):
      stack.popToViewController(node, animated: animated)
      return answer(operation, isDone: stack.topViewController === node)
    case (.setStack(let nodes), let stack as StackViewController):
      guard let controllers = nodes as? [NSViewController] else { break }
      stack.setViewControllers(controllers, animated: animated)
      return answer(operation, isDone: stack.viewControllers.elementsEqual(controllers, by: ===))
    case (.select(let index), let tabs as NSTabViewController):
      lifecycle.duringAppKitCall { tabs.selectedTabViewItemIndex = index }
      return answer(operation, isDone: tabs.selectedTabViewItemIndex == index)
    case (.setTabs(let nodes), let tabs as NSTabViewController):
      guard let controllers = nodes as? [NSViewController] else { break }
      lifecycle.duringAppKitCall { tabs.setTabs(controllers) }
      return answer(
        operation,
        isDone: tabs.tabViewItems.elementsEqual(controllers) { $0.viewController === $1 })
    default: break
    }
    return .ended(.refused(.wrongPlatform(operation, self)))
  }

  private func answer(
    _ operation: NavigationOperation, isDone: Bool
  ) -> ScheduledTransition.Answer {
    guard !isDone else { return .started }
    return .ended(
      .refused(
        TransitionRefusal(
          .ignoredByPlatform,
          "\(operation.description) on \(label): AppKit ignored the call.")))
  }
}
#endif
