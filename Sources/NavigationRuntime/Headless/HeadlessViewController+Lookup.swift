extension HeadlessViewController {
  /// The platform: the controller's own, or that of its parent, presenter or window.
  ///
  /// Setting it changes the platform for this controller and for all that find theirs through it.
  public final var platform: HeadlessPlatform {
    get {
      var next: HeadlessViewController? = self
      while let controller = next {
        if let platform = controller.ownPlatform { return platform }
        if let window = controller.rootWindow { return window.platform }
        next = controller.parent ?? controller.directPresenter
      }
      return .shared
    }
    set { ownPlatform = newValue }
  }

  /// The window whose hierarchy contains the controller, on the screen or not.
  package final var hierarchyWindow: HeadlessWindow? {
    var next: HeadlessViewController? = self
    while let controller = next {
      if let window = controller.rootWindow { return window }
      next = controller.parent ?? controller.directPresenter
    }
    return nil
  }

  /// The nearest navigation controller around this controller.
  public final var navigationController: HeadlessNavigationController? { nearestAncestor() }

  /// The nearest tab bar controller around this controller.
  public final var tabBarController: HeadlessTabBarController? { nearestAncestor() }

  /// The nearest split view controller around this controller.
  public final var splitViewController: HeadlessSplitViewController? { nearestAncestor() }

  /// This controller and its ancestors, the outermost last.
  var ancestry: [HeadlessViewController] {
    var result: [HeadlessViewController] = []
    var next: HeadlessViewController? = self
    while let controller = next {
      result.append(controller)
      next = controller.parent
    }
    return result
  }

  /// Returns whether the controller is the other one, contained in it or presented above it.
  func isWithin(_ other: HeadlessViewController) -> Bool {
    var next: HeadlessViewController? = self
    while let controller = next {
      if controller === other { return true }
      next = controller.parent ?? controller.directPresenter
    }
    return false
  }

  /// The name in reports.
  var name: String {
    let type = String(describing: type(of: self))
    return title.map { "\(type) \"\($0)\"" } ?? type
  }

  private func nearestAncestor<T: HeadlessViewController>() -> T? {
    var next = parent
    while let controller = next {
      if let found = controller as? T { return found }
      next = controller.parent
    }
    return nil
  }
}
