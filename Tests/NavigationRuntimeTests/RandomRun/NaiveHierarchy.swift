import NavigationRuntime
import TestSupport

/// The contents of a window and their visibility, computed without the runtime: all are read each
/// time, and each controller is checked by itself for a modal that hides it.
@MainActor
struct NaiveHierarchy {
  /// All controllers, each before its contents and these before its modal.
  private(set) var controllers: [HeadlessViewController] = []

  init(_ window: HeadlessWindow) {
    if let root = window.rootViewController { collect(root) }
  }

  private mutating func collect(_ controller: HeadlessViewController) {
    controllers.append(controller)
    for child in contents(of: controller) { collect(child) }
    if let modal = presented(by: controller) { collect(modal) }
  }

  private func contents(of controller: HeadlessViewController) -> [HeadlessViewController] {
    (controller as? HeadlessPageViewController)?.viewControllers ?? controller.children
  }

  private func presented(by controller: HeadlessViewController) -> HeadlessViewController? {
    let modal = controller.presentedViewController
    return modal?.presentingViewController === controller ? modal : nil
  }

  /// The controllers that the user can see.
  var visible: [HeadlessViewController] {
    let covers = effectiveCovers
    return controllers.filter { isPlaced($0) && !covers.contains(where: hider(of: $0)) }
  }

  /// The modals that hide something.
  ///
  /// Of two that fill the screen, with neither on top of the other, the first one counts.
  private var effectiveCovers: [HeadlessViewController] {
    var covers: [HeadlessViewController] = []
    for modal in controllers where modal.parent == nil && isPlaced(modal) {
      guard modal.presentingViewController != nil else { continue }
      guard coversPresenter(modal) else { continue }
      if !covers.contains(where: hider(of: modal)) { covers.append(modal) }
    }
    return covers
  }

  /// Whether no container of a controller, or of its presenter, shows another child.
  private func isPlaced(_ controller: HeadlessViewController) -> Bool {
    guard let holder = holder(of: controller) else { return true }
    guard isPlaced(holder) else { return false }
    guard controller.parent === holder else { return true }
    switch holder {
    case let stack as HeadlessNavigationController:
      return stack.viewControllers.last === controller
    case let tabs as HeadlessTabBarController: return tabs.selectedViewController === controller
    case let split as HeadlessSplitViewController:
      return split.isCollapsed || split.displayMode != .secondaryOnly
        || split.viewController(for: .primary) !== controller
    default: return type(of: holder) != HeadlessViewController.self || shows(controller, in: holder)
    }
  }

  /// Whether a parent has the view of a child in its own, or that of a modal in its place.
  private func shows(
    _ controller: HeadlessViewController, in parent: HeadlessViewController
  ) -> Bool {
    if let modal = presented(by: controller), coversPresenter(modal) { return true }
    guard let view = controller.viewIfLoaded, let frame = parent.viewIfLoaded else { return false }
    return view.isDescendant(of: frame) && !view.isHidden
  }

  /// Whether a modal takes its presenter off the screen.
  private func coversPresenter(_ modal: HeadlessViewController) -> Bool {
    style(of: modal) == .fullScreen || style(of: modal) == .currentContext
  }

  /// The style of a modal, or that to which its delegate adapts it.
  private func style(of modal: HeadlessViewController) -> HeadlessModalPresentationStyle {
    let style = modal.modalPresentationStyle
    let adaptable: [HeadlessModalPresentationStyle] = [
      .pageSheet, .formSheet, .popover, .custom, .automatic, .none,
    ]
    guard adaptable.contains(style), let manager = modal.presentationController,
      let adapted = manager.delegate?.adaptivePresentationStyle(for: manager), adapted != .none
    else { return style }
    return adapted
  }

  private func hider(
    of controller: HeadlessViewController
  ) -> (HeadlessViewController) -> Bool {
    { modal in
      guard !isWithin(controller, modal), let presenter = modal.presentingViewController else {
        return false
      }
      if isWithin(controller, presenter) { return true }
      guard style(of: modal) == .fullScreen, presenter.parent == nil else {
        return false
      }
      // Only a modal over a container of this modal lies on top of it.
      var current: HeadlessViewController? = controller
      while let next = current {
        if next.presentingViewController.map({ isWithin(modal, $0) }) ?? false,
          next.parent == nil, !isWithin(modal, next)
        {
          return false
        }
        current = holder(of: next)
      }
      return true
    }
  }

  private func isWithin(
    _ controller: HeadlessViewController, _ other: HeadlessViewController
  ) -> Bool {
    var current: HeadlessViewController? = controller
    while let next = current, next !== other { current = holder(of: next) }
    return current != nil
  }

  private func holder(of controller: HeadlessViewController) -> HeadlessViewController? {
    if let parent = controller.parent { return parent }
    // A contained controller returns the presenter of its container.
    return controller.presentingViewController
  }
}
