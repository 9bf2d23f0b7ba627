import NavigationRuntime

/// The way in which the visible controller covers the rest of the screen.
public enum DemoPresentation: Sendable, Hashable {
  /// It fills the screen.
  case full
  /// It is a sheet or a popover in front of the rest.
  case sheet
  /// It is an alert in front of the rest.
  case alert
}

extension DemoWindow {
  /// The controllers from the root to the visible one, presented ones included.
  public var visiblePath: [DemoViewController] {
    guard !isHidden, let root = rootViewController else { return [] }
    var path = [root]
    while let next = path[path.count - 1].visibleNext { path.append(next) }
    return path
  }

  /// The way in which the visible controller covers the rest.
  public var presentation: DemoPresentation {
    guard let top = visiblePath.last(where: { $0.parent == nil }), top !== rootViewController else {
      return .full
    }
    if top is DemoAlertController { return .alert }
    switch top.modalPresentationStyle {
    case .automatic, .pageSheet, .formSheet, .popover: return .sheet
    default: return .full
    }
  }
}

extension DemoViewController {
  /// The presented controller, else the contained controller that is shown.
  fileprivate var visibleNext: DemoViewController? {
    if let presentedViewController { return presentedViewController }
    switch self {
    case let stack as DemoNavigationController: return stack.topViewController
    case let tabs as DemoTabBarController: return tabs.selectedViewController
    case let pages as DemoPageViewController: return pages.viewControllers?.first
    default:
      guard let view = viewIfLoaded else { return nil }
      return children.last { $0.viewIfLoaded?.isDescendant(of: view) ?? false }
    }
  }
}
