#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// Every view controller is a container.
extension NSViewController: NavigationContainer {
  /// The lifecycle that the registry keeps; AppKit's controllers have no room for it.
  public var navigationRuntimeLifecycle: NavigationLifecycle { watchedLifecycle(of: self) }

  /// By the class of the controller; a plain one that has children is an unknown container.
  public var navigationRuntimeKind: NavigationTree.Kind {
    switch self {
    case is StackViewController: .stack
    case is NSTabViewController: .tabs
    case is NSSplitViewController: .split
    default: children.isEmpty ? .screen : .container(typeName)
    }
  }

  /// What the controller says of itself, else the identifier, else a name made from the type.
  public var navigationRuntimeName: String {
    navigationTreeTraitsOfItsOwn?.name ?? identifier?.rawValue ?? typeName
  }

  /// How many it contains.
  public var navigationRuntimeContainedCount: Int { containedControllers.count }

  /// What it contains at an index.
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

  /// The selected tab.
  public var navigationRuntimeSelectedIndex: Int? {
    guard let tabs = self as? NSTabViewController else { return nil }
    let index = tabs.selectedTabViewItemIndex
    return tabs.tabViewItems.indices.contains(index) ? index : nil
  }

  /// What the controller presents, of several the newest; else a sheet of its window, or a popover,
  /// that foreign code shows over it.
  public var navigationRuntimePresented: (any NavigationContainer)? { shownController }

  /// The parent, else who shows it, else the window whose content it is.
  public var navigationRuntimeEnclosing: (any NavigationContainer)? {
    parent ?? hostController ?? windowOfOwn
  }

  /// What the controller says of itself, else `false`: a sheet, a popover and a window leave their
  /// presenter in sight.
  public var navigationRuntimeCoversPresenter: Bool {
    navigationTreeTraitsOfItsOwn?.coversPresenter ?? false
  }

  /// Calls AppKit, which presents as a sheet.
  ///
  /// AppKit does not say whether it took a call, so that is looked up afterwards.
  ///
  /// - Parameters:
  ///   - operation: What to do.
  ///   - animated: Ignored: AppKit animates sheets, and nothing else.
  /// - Returns: Whether AppKit took the call.
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
